// The camera: maps metres in the town to pixels on the screen; north is up.

export class Camera {
  x = 0;
  y = 0;
  /** Pixels in a metre. */
  scale = 8;
  width = 1;
  height = 1;

  toScreen(x: number, y: number): [number, number] {
    return [
      this.width / 2 + (x - this.x) * this.scale,
      this.height / 2 - (y - this.y) * this.scale,
    ];
  }

  toTown(sx: number, sy: number): [number, number] {
    return [
      this.x + (sx - this.width / 2) / this.scale,
      this.y - (sy - this.height / 2) / this.scale,
    ];
  }

  /** Brings a rectangle of the town onto the screen. */
  fit(west: number, south: number, east: number, north: number, most = 60): void {
    this.x = (west + east) / 2;
    this.y = (south + north) / 2;
    const wide = (this.width - 60) / Math.max(1, east - west);
    const high = (this.height - 60) / Math.max(1, north - south);
    this.scale = Math.min(most, Math.max(0.5, Math.min(wide, high)));
  }

  /** Zooms, with a point of the screen staying where it is. */
  zoom(by: number, sx = this.width / 2, sy = this.height / 2): void {
    const [x, y] = this.toTown(sx, sy);
    this.scale = Math.min(90, Math.max(0.4, this.scale * by));
    const [nx, ny] = this.toTown(sx, sy);
    this.x += x - nx;
    this.y += y - ny;
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
  }
}
