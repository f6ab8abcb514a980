/** The three-dimensional scene. The only file, with `knob.ts`, that loads three.js: import it only when it is shown. */
import {
  AdditiveBlending,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  NormalBlending,
  PerspectiveCamera,
  Points,
  Scene,
  ShaderMaterial,
  SRGBColorSpace,
  WebGLRenderer,
} from "three";
import { playerLimits } from "../../player/limits.ts";
import { Knob } from "./knob.ts";
import type { Palette } from "./palette.ts";
import { layout, longestFrame, Particles, stride } from "./particles.ts";
import { bandOf, Drive } from "./rules.ts";
import { particleFragment, particleVertex } from "./shaders.ts";

const fieldOfView = 48;
/** The half width of the scene that must be visible, also on a narrow screen. */
const halfWidth = 2.75;
const nearest = 7.6;
/** The knob is open below: what flies from it needs space above. */
const eyeHeight = 0.4;
/** More pixels per point than this are not visible, but cost time. */
const sharpest = 2;
/** Average frame time above which the resolution is reduced. */
const slowMs = 26;
const coarsest = 0.5;
const framesLookedAt = 45;

interface SceneOptions {
  canvas: HTMLCanvasElement;
  palette: Palette;
  /** The present level, on the meter's scale. */
  level: () => number;
  /** The graphics card has lost its context. */
  onLost: () => void;
}

/** Draws while it runs; between `stop` and `start` nothing happens. `dispose` releases everything. */
export class VisualizerScene {
  readonly #options: SceneOptions;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(fieldOfView, 1, 0.1, 40);
  readonly #particles = new Particles();
  readonly #buffer: InterleavedBuffer;
  readonly #points: Points<BufferGeometry, ShaderMaterial>;
  readonly #knob: Knob;
  readonly #drive = new Drive();
  #frame = 0;
  #before: number | null = null;
  /** Seconds of drawing: stops while the scene does. */
  #now = 0;
  #shown = 0;
  #pixelRatio = Math.min(globalThis.devicePixelRatio, sharpest);
  #slowness = 0;
  #framesSeen = 0;

  /** @throws where there is no WebGL */
  constructor(options: SceneOptions) {
    const { canvas, palette } = options;
    this.#options = options;
    // Requested here: three.js would log an error where there is none.
    const context = canvas.getContext("webgl2", { antialias: true, powerPreference: "low-power" });
    if (context === null) throw new Error("There is no WebGL here.");
    this.#renderer = new WebGLRenderer({ canvas, context });
    this.#renderer.setClearColor(new Color().setRGB(...palette.ground, SRGBColorSpace), 1);
    this.#renderer.setPixelRatio(this.#pixelRatio);
    canvas.addEventListener("webglcontextlost", this.#onLost);

    this.#buffer = new InterleavedBuffer(this.#particles.values, stride).setUsage(DynamicDrawUsage);
    this.#points = new Points(this.#geometry(), particleMaterial(palette));
    // The shader decides their positions.
    this.#points.frustumCulled = false;
    this.#knob = new Knob(palette);
    this.#knob.group.add(this.#points);
    this.#scene.add(this.#knob.group);
    this.#camera.position.y = eyeHeight;
    this.#tilt();
  }

  start(): void {
    if (this.#frame !== 0) return;
    this.#before = null;
    this.#frame = requestAnimationFrame(this.#draw);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** Resizes to CSS pixels. */
  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    const slope = Math.tan((fieldOfView * Math.PI) / 360);
    this.#camera.position.z = Math.max(nearest, halfWidth / (slope * this.#camera.aspect));
    this.#camera.updateProjectionMatrix();
    this.#measure(height);
    this.#render();
  }

  dispose(): void {
    this.stop();
    this.#options.canvas.removeEventListener("webglcontextlost", this.#onLost);
    this.#points.geometry.dispose();
    this.#points.material.dispose();
    this.#knob.dispose();
    this.#renderer.dispose();
    // Browsers have few contexts and release one only on garbage collection, which may be late.
    this.#renderer.forceContextLoss();
  }

  #geometry(): BufferGeometry {
    const attribute = (size: number, offset: number) =>
      new InterleavedBufferAttribute(this.#buffer, size, offset, false);
    return new BufferGeometry()
      .setAttribute("position", attribute(3, layout.origin))
      .setAttribute("velocity", attribute(3, layout.velocity))
      .setAttribute("birth", attribute(1, layout.birth))
      .setAttribute("life", attribute(1, layout.life))
      .setAttribute("size", attribute(1, layout.size))
      .setAttribute("tone", attribute(1, layout.tone));
  }

  readonly #draw = (at: number): void => {
    this.#frame = requestAnimationFrame(this.#draw);
    const seconds = this.#before === null ? 0 : Math.max(0, (at - this.#before) / 1_000);
    this.#before = at;
    this.#now += Math.min(seconds, longestFrame);
    const level = this.#options.level();
    const band = bandOf(this.#drive.next(level, seconds));
    this.#shown = Math.max(level, this.#shown - playerLimits.levelFall * seconds);
    const lit = Math.min(1, this.#shown / 100);
    const isClipping = level > 100;
    if (this.#particles.emit(band, this.#now, seconds, lit, isClipping) > 0) this.#upload();
    this.#knob.turn(lit, this.#shown > 100);
    this.#tilt();
    this.#render();
    this.#keepUp(seconds);
  };

  /** Uploads only new data to the graphics card. The ranges are the same two objects every time. */
  #upload(): void {
    for (const written of this.#particles.written) {
      if (written.count > 0) this.#buffer.updateRanges.push(written);
    }
    this.#buffer.needsUpdate = true;
  }

  /** Slowly, so that depth is visible. */
  #tilt(): void {
    const { rotation } = this.#knob.group;
    rotation.y = Math.sin(this.#now * 0.21) * 0.32;
    rotation.x = -0.12 + Math.sin(this.#now * 0.13) * 0.14;
  }

  #render(): void {
    const { now } = this.#points.material.uniforms;
    if (now) now.value = this.#now;
    this.#renderer.render(this.#scene, this.#camera);
  }

  /** The size of a unit at a distance of one, in pixels of the canvas. */
  #measure(height: number): void {
    const { pixelsPerUnit } = this.#points.material.uniforms;
    const slope = Math.tan((fieldOfView * Math.PI) / 360);
    if (pixelsPerUnit) pixelsPerUnit.value = (height * this.#pixelRatio) / (2 * slope);
  }

  /** A machine that is too slow draws fewer pixels. */
  #keepUp(seconds: number): void {
    this.#slowness += seconds * 1_000;
    this.#framesSeen += 1;
    if (this.#framesSeen < framesLookedAt) return;
    const isSlow = this.#slowness / this.#framesSeen > slowMs;
    this.#slowness = 0;
    this.#framesSeen = 0;
    if (!isSlow || this.#pixelRatio <= coarsest) return;
    this.#pixelRatio = Math.max(coarsest, this.#pixelRatio * 0.75);
    this.#renderer.setPixelRatio(this.#pixelRatio);
    const { clientHeight } = this.#options.canvas;
    this.#measure(clientHeight);
  }

  readonly #onLost = (event: Event): void => {
    event.preventDefault();
    this.stop();
    this.#options.onLost();
  };
}

function particleMaterial({ green, ink, red, isLight }: Palette): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: particleVertex,
    fragmentShader: particleFragment,
    uniforms: {
      now: { value: 0 },
      pixelsPerUnit: { value: 1 },
      green: { value: new Color(...green) },
      ink: { value: new Color(...ink) },
      red: { value: new Color(...red) },
    },
    transparent: true,
    depthTest: false,
    depthWrite: false,
    blending: isLight ? NormalBlending : AdditiveBlending,
  });
}
