const search = document.getElementById("search"), all = document.getElementById("all"), found = document.getElementById("found");
const cards = [...document.querySelectorAll(".card")].map(card => [card, card.textContent.toLowerCase(), card.classList.contains("gone")]);
function show() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const [card, text, gone] of cards) {
    const wanted = (all.checked || !gone || "#" + card.id === location.hash) && words.every(word => text.includes(word));
    card.hidden = !wanted;
    count += wanted;
  }
  found.textContent = count + " people";
}
function follow() {
  show();
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (!target) return;
  if (target.hidden) { search.value = ""; show(); }
  for (const details of target.tagName === "DETAILS" ? [target] : target.querySelectorAll("details")) details.open = true;
  target.scrollIntoView({ block: "center" });
}
search.addEventListener("input", show);
all.addEventListener("change", show);
addEventListener("hashchange", follow);
follow();
