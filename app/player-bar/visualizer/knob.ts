import { BufferAttribute, BufferGeometry, Color, Group, Mesh, ShaderMaterial } from "three";
import { angleAt, tickCount } from "../../player/knob-arc.ts";
import type { Palette } from "./palette.ts";
import { tickFragment, tickVertex } from "./shaders.ts";

/** The logo in the centre of the scene: its ticks light up to the level, its pointer follows. */
export class Knob {
  readonly group = new Group();
  readonly #ticks: ShaderMaterial;
  readonly #pointer: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #geometry = ticks();
  readonly #green: Color;
  readonly #red: Color;

  constructor(palette: Palette) {
    this.#green = new Color(...palette.green);
    this.#red = new Color(...palette.red);
    this.#ticks = material(palette.green, palette.tick);
    this.#pointer = new Mesh(bar(0.3, 1.35, 0.075), material(palette.ink, palette.ink));
    this.group.add(new Mesh(this.#geometry, this.#ticks), this.#pointer);
  }

  /** `share` of the ticks are lit, 0 to 1. */
  turn(share: number, isClipping: boolean): void {
    const { lit, on } = this.#ticks.uniforms;
    if (lit) lit.value = share;
    if (on) on.value = isClipping ? this.#red : this.#green;
    this.#pointer.rotation.z = -angleAt(share);
  }

  dispose(): void {
    this.#geometry.dispose();
    this.#ticks.dispose();
    this.#pointer.geometry.dispose();
    this.#pointer.material.dispose();
  }
}

function material(on: Palette["ink"], off: Palette["ink"]): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: tickVertex,
    fragmentShader: tickFragment,
    uniforms: { lit: { value: 0 }, on: { value: new Color(...on) }, off: { value: new Color(...off) } },
    depthTest: false,
    transparent: true,
  });
}

/** A bar along the x axis, as two triangles. */
function barCorners(from: number, to: number, half: number): [number, number][] {
  return [
    [from, -half],
    [to, -half],
    [to, half],
    [from, -half],
    [to, half],
    [from, half],
  ];
}

function bar(from: number, to: number, half: number): BufferGeometry {
  const corners = barCorners(from, to, half);
  return geometryOf(
    corners.flatMap(([x, y]) => [x, y, 0]),
    corners.map(() => -1),
  );
}

function ticks(): BufferGeometry {
  const positions: number[] = [];
  const places: number[] = [];
  for (let tick = 0; tick < tickCount; tick += 1) {
    const angle = -angleAt(tick / (tickCount - 1));
    for (const [x, y] of barCorners(1.75, 2.25, 0.055)) {
      positions.push(x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle), 0);
      places.push(tick / tickCount);
    }
  }
  return geometryOf(positions, places);
}

function geometryOf(positions: number[], places: number[]): BufferGeometry {
  return new BufferGeometry()
    .setAttribute("position", new BufferAttribute(new Float32Array(positions), 3))
    .setAttribute("place", new BufferAttribute(new Float32Array(places), 1));
}
