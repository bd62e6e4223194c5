// The code editor: CodeMirror, with all language features from the server.

import { autocompletion, closeBrackets, completionKeymap, snippet, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorSelection, EditorState, StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, crosshairCursor, drawSelection, dropCursor, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers, rectangularSelection, tooltips, type DecorationSet } from '@codemirror/view';
import * as errands from './errands';

/** Delay after typing before the text is checked, in milliseconds. */
const REST = 60;

const setColours = StateEffect.define<DecorationSet>();

/** Highlighting moves with the text until the server has checked it again. */
const colours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(known, transaction) {
    let now = known.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setColours)) now = effect.value;
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const marks = new Map<string, Decoration>();
function mark(name: string): Decoration {
  let known = marks.get(name);
  if (!known) {
    known = Decoration.mark({ class: `folk-${name}` });
    marks.set(name, known);
  }
  return known;
}

export interface Doings {
  /** The text has changed. */
  changed: () => void;
  /** The result of the check. */
  found: (found: errands.Found) => void;
  goTo: (spot: errands.Spot) => void;
  format: () => void;
}

/** A text of a file, in an editor. */
export class Editor {
  private readonly view: EditorView;
  private path = '';
  private readonly locked = new Compartment();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;
  /** Files that were opened before, with their undo history. */
  private readonly left = new Map<string, EditorState>();

  constructor(parent: HTMLElement, private readonly doings: Doings) {
    this.view = new EditorView({ parent, state: this.state('', true) });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Shows a file; one that was opened before is restored. */
  show(path: string, text: string, locked: boolean): void {
    if (this.path && this.path !== path) this.left.set(this.path, this.view.state);
    this.path = path;
    const known = this.left.get(path);
    this.view.setState(known ?? this.state(text, locked));
    this.view.dispatch({ effects: this.locked.reconfigure(lockedness(locked)) });
    void this.check();
  }

  /** The unsaved text of a file that was opened before. */
  leftText(path: string): string | undefined {
    return this.left.get(path)?.doc.toString();
  }

  forget(path: string): void {
    this.left.delete(path);
  }

  /** Replaces the text; it can be undone. */
  replace(text: string): void {
    const old = this.text;
    // Only the difference is replaced, so that the cursor stays.
    let from = 0;
    while (from < old.length && from < text.length && old[from] === text[from]) from += 1;
    let until = old.length;
    let end = text.length;
    while (until > from && end > from && old[until - 1] === text[end - 1]) {
      until -= 1;
      end -= 1;
    }
    if (from === until && from === end) return;
    this.view.dispatch({ changes: { from, to: until, insert: text.slice(from, end) } });
  }

  select(from: number, to = from): void {
    const end = this.view.state.doc.length;
    const range = EditorSelection.range(Math.min(from, end), Math.min(to, end));
    this.view.dispatch({ selection: range, effects: EditorView.scrollIntoView(range, { y: 'center' }) });
    this.view.focus();
  }

  selectLine(line: number): void {
    const doc = this.view.state.doc;
    const at = doc.line(Math.min(Math.max(1, line), doc.lines));
    this.select(at.from, at.to);
  }

  /** Lays the text out again after the editor was hidden. */
  measure(): void {
    this.view.requestMeasure();
  }

  close(): void {
    clearTimeout(this.timer);
    this.view.destroy();
  }

  /** Checks the text and shows the problems. */
  async check(): Promise<void> {
    const mine = ++this.asked;
    const { path, text } = this;
    try {
      const found = await errands.check(path, text);
      // The answer is about an older text.
      if (mine === this.asked && path === this.path && text === this.text) this.take(found);
    } catch {
      // The next change checks again.
    }
  }

  take(found: errands.Found): void {
    const ranges = found.tokens.map(([from, to, name]) => mark(name).range(from, to));
    this.view.dispatch({ effects: setColours.of(Decoration.set(ranges)) });
    this.view.dispatch(setDiagnostics(this.view.state, found.problems.map((one) => this.diagnostic(one))));
    this.doings.found(found);
  }

  private state(text: string, locked: boolean): EditorState {
    return EditorState.create({ doc: text, extensions: [this.locked.of(lockedness(locked)), this.extensions()] });
  }

  private extensions(): Extension {
    return [
      lineNumbers(),
      highlightActiveLineGutter(),
      highlightActiveLine(),
      history(),
      drawSelection(),
      dropCursor(),
      rectangularSelection(),
      crosshairCursor(),
      bracketMatching(),
      closeBrackets(),
      highlightSelectionMatches(),
      indentUnit.of('  '),
      EditorState.tabSize.of(2),
      tooltips({ parent: document.body }),
      lintGutter(),
      colours,
      autocompletion({ override: [(context) => this.complete(context)], icons: false }),
      hoverTooltip((_, at) => this.hover(at), { hoverTime: 250 }),
      EditorView.contentAttributes.of({ 'aria-label': 'Script', tabindex: '0' }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        this.doings.changed();
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void this.check(), REST);
      }),
      EditorView.domEventHandlers({
        mousedown: (event, view) => {
          if (!event.ctrlKey && !event.metaKey) return false;
          const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
          if (at !== null) void this.goTo(at);
          return at !== null;
        },
      }),
      keymap.of([
        { key: 'Shift-Alt-f', run: () => (this.doings.format(), true) },
        { key: 'F12', run: (view) => (void this.goTo(view.state.selection.main.head), true) },
        ...completionKeymap,
        ...lintKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
    ];
  }

  /** Goes to the declaration of the word at an offset. */
  async goTo(at: number): Promise<void> {
    try {
      const [spot] = await errands.define(this.path, this.text, at);
      if (spot) this.doings.goTo(spot);
    } catch {
      // Stays where it is.
    }
  }

  private async complete(context: CompletionContext): Promise<CompletionResult | null> {
    const word = context.matchBefore(/[.$\w]+/);
    if (!context.explicit && !word) return null;
    const offered = await errands.complete(this.path, context.state.doc.toString(), context.pos).catch(() => []);
    const [first] = offered;
    if (!first) return null;
    return {
      from: first.from,
      to: first.to,
      filter: false,
      options: offered.map((one) => ({
        label: one.label,
        detail: one.detail === one.label ? '' : one.detail,
        ...(one.documentation ? { info: one.documentation } : {}),
        // The server's placeholders.
        apply: one.insert === one.label ? one.label : snippet(one.insert),
      })),
    };
  }

  private async hover(at: number) {
    const known = await errands.hover(this.path, this.text, at).catch(() => null);
    if (!known) return null;
    return { pos: known.from, end: known.to, above: true, create: () => ({ dom: about(known) }) };
  }

  private diagnostic(problem: errands.Problem): Diagnostic {
    const fixes = problem.hints.flatMap(({ text, edit }) => (edit ? [{ text, edit }] : []));
    return {
      from: problem.from,
      to: Math.max(problem.to, problem.from),
      severity: problem.severity === 'note' ? 'info' : problem.severity,
      source: problem.code,
      message: problem.message,
      renderMessage: () => told(problem),
      actions: fixes.map(({ text, edit: [from, to, insert] }) => ({
        name: text,
        apply: (view) => view.dispatch({ changes: { from, to, insert } }),
      })),
    };
  }
}

function lockedness(locked: boolean): Extension {
  return [EditorState.readOnly.of(locked), EditorView.editable.of(!locked)];
}

function line(parent: HTMLElement, name: string, text: string): void {
  if (!text) return;
  const element = document.createElement('p');
  element.className = name;
  element.textContent = text;
  parent.append(element);
}

function about(known: errands.Known): HTMLElement {
  const box = document.createElement('div');
  box.className = 'folk-about';
  line(box, 'folk-title', known.title);
  line(box, '', known.documentation);
  for (const note of known.notes) line(box, 'folk-note', note);
  return box;
}

function told(problem: errands.Problem): HTMLElement {
  const box = document.createElement('div');
  box.className = 'folk-told';
  line(box, 'folk-message', problem.message);
  if (problem.label !== problem.message) line(box, '', problem.label);
  for (const story of problem.story) line(box, '', story);
  for (const { label, line: at, path } of problem.related) line(box, 'folk-note', `${path}:${at}: ${label}`);
  for (const { text, edit } of problem.hints) if (!edit) line(box, 'folk-note', `Hint: ${text}`);
  return box;
}
