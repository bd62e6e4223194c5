// Where people spend their time, as warmth on the ground.

import type { Heat } from '../survey/answers';
import type { Camera } from './camera';

/** Draws what is warm on a floor. */
export function drawHeat(canvas: CanvasRenderingContext2D, camera: Camera, heat: Heat, floor: number): void {
  const here = heat.cells.filter(([, , z]) => Math.abs(z - floor) < 1500);
  const most = Math.max(1, ...here.map((cell) => cell[3]));
  const side = heat.cell * camera.scale;
  for (const [x, y, , minutes] of here) {
    // The warmest are so much warmer than the rest that only the order of their size can be shown.
    const warmth = Math.log1p(minutes) / Math.log1p(most);
    const [left, top] = camera.toScreen(x, y + heat.cell);
    if (left > camera.width || top > camera.height || left + side < 0 || top + side < 0) continue;
    canvas.fillStyle = `hsl(${55 - 50 * warmth} 95% ${62 - 18 * warmth}% / ${0.18 + 0.62 * warmth})`;
    canvas.fillRect(left, top, Math.ceil(side), Math.ceil(side));
  }
}
