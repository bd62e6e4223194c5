// Crowds: each person is a small square. The pixels are written directly, because a call to the
// canvas for each of ten thousand takes longer than the rest of a frame.

import type { Palette } from './palette';

/** Side of a person's square. */
const WIDE = 4;

export class Swarm {
  private readonly picture = document.createElement('canvas');
  private readonly canvas = this.picture.getContext('2d', { willReadFrequently: true });
  private image = new ImageData(1, 1);
  private pixels = new Uint32Array(this.image.data.buffer);
  private palette: Palette | undefined;
  private words: number[] = [];

  /** Clears the image. */
  begin(width: number, height: number, palette: Palette): void {
    if (this.image.width !== width || this.image.height !== height) {
      this.picture.width = width;
      this.picture.height = height;
      this.image = new ImageData(width, height);
      this.pixels = new Uint32Array(this.image.data.buffer);
    } else {
      this.pixels.fill(0);
    }
    if (palette !== this.palette) {
      this.palette = palette;
      this.words = palette.people.map(wordOf);
    }
  }

  /** Adds a person at a point of the screen. */
  add(x: number, y: number, colour: number): void {
    const { pixels } = this;
    const { width, height } = this.image;
    const [left, top] = [(x | 0) - WIDE / 2, (y | 0) - WIDE / 2];
    if (left < 0 || top < 0 || left + WIDE > width || top + WIDE > height) return;
    const word = this.words[colour] ?? 0;
    for (let at = top * width + left, row = 0; row < WIDE; row++, at += width) {
      pixels[at] = pixels[at + 1] = pixels[at + 2] = pixels[at + 3] = word;
    }
  }

  draw(canvas: CanvasRenderingContext2D): void {
    this.canvas?.putImageData(this.image, 0, 0);
    canvas.imageSmoothingEnabled = false;
    canvas.drawImage(this.picture, 0, 0);
    canvas.imageSmoothingEnabled = true;
  }
}

/** A colour such as `#6cc1c0` as a pixel. */
function wordOf(colour: string): number {
  const rgb = parseInt(colour.slice(1), 16);
  const bytes = new Uint8Array([rgb >> 16, rgb >> 8, rgb, 255]);
  return new Uint32Array(bytes.buffer)[0] ?? 0;
}
