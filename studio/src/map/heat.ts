// The heat map: where people spend their time.

import type { Heat } from '../survey/answers';
import type { Camera } from './camera';

/** Draws the heat map of a floor. */
export function drawHeat(canvas: CanvasRenderingContext2D, camera: Camera, heat: Heat, floor: number): void {
  const here = heat.cells.filter(([, , z]) => Math.abs(z - floor) < 1500);
  const most = Math.max(1, ...here.map((cell) => cell[3]));
  const side = heat.cell * camera.scale;
  for (const [x, y, , minutes] of here) {
    // Values differ by orders of magnitude, so the scale is logarithmic.
    const warmth = Math.log1p(minutes) / Math.log1p(most);
    const [left, top] = camera.toScreen(x, y + heat.cell);
    if (left > camera.width || top > camera.height || left + side < 0 || top + side < 0) continue;
    canvas.fillStyle = `hsl(${55 - 50 * warmth} 95% ${62 - 18 * warmth}% / ${0.18 + 0.62 * warmth})`;
    canvas.fillRect(left, top, Math.ceil(side), Math.ceil(side));
  }
}
