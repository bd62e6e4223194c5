// Lines over time, drawn by uPlot in the colours of the page.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface Line {
  name: string;
  values: (number | null)[];
}

const HUES = [190, 15, 265, 130, 45, 320, 225, 95];

/** Draws lines over calendar hours, as wide as their container. */
export function plot(parent: HTMLElement, at: number[], lines: Line[], unit: string): () => void {
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue('--quiet').trim();
  const grid = style.getPropertyValue('--line').trim();
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const colour = (index: number) => `hsl(${HUES[index % HUES.length] ?? 0} 55% ${dark ? 68 : 38}%)`;
  const hour = (seconds: number) => {
    const day = Math.floor(seconds / 86_400);
    const text = `${String(Math.floor((seconds % 86_400) / 3600)).padStart(2, '0')}:00`;
    return day > 0 ? `${text} +${day}` : text;
  };
  const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 }, font: '11px system-ui, sans-serif' };
  const made = new uPlot(
    {
      width: Math.max(200, parent.clientWidth),
      height: 170,
      cursor: { drag: { x: false, y: false } },
      legend: { live: true },
      scales: { x: { time: false }, y: { range: (_, low, high) => [Math.min(0, low), Math.max(high, 1)] } },
      axes: [
        { ...axis, values: (_, ticks) => ticks.map(hour), incrs: [3600, 7200, 10_800, 21_600, 43_200, 86_400], space: 56 },
        { ...axis, size: 54, values: (_, ticks) => ticks.map((value) => (unit === '%' ? `${Math.round(value * 100)} %` : String(value))) },
      ],
      series: [
        { label: 'Hour', value: (_, value) => (value === null ? '–' : hour(value)) },
        ...lines.map((line, index) => ({
          label: line.name,
          stroke: colour(index),
          width: 2,
          // The lines can be distinguished without colours too.
          dash: index < 4 ? [] : [6, 3],
          points: { show: at.length < 3 },
          value: (_: uPlot, value: number | null) => (value === null ? '–' : unit === '%' ? `${Math.round(value * 100)} %` : String(value)),
        })),
      ],
    },
    [at, ...lines.map((line) => line.values)],
    parent,
  );
  const watch = new ResizeObserver(() => made.setSize({ width: Math.max(200, parent.clientWidth), height: 170 }));
  watch.observe(parent);
  return () => {
    watch.disconnect();
    made.destroy();
  };
}
