/** A particle's position follows from its start and its age: nothing is moved by the page's thread. */
export const particleVertex = /* glsl */ `
  attribute vec3 velocity;
  attribute float birth;
  attribute float life;
  attribute float size;
  attribute float tone;
  uniform float now;
  uniform float pixelsPerUnit;
  varying float fade;
  varying float kind;

  void main() {
    float age = now - birth;
    if (age < 0.0 || age > life) {
      gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
      gl_PointSize = 0.0;
      return;
    }
    // The air brakes it, and it drifts on around the ring.
    float way = (1.0 - exp(-1.1 * age)) / 1.1;
    float turn = -0.22 * age * age;
    vec3 at = position + velocity * way;
    at.xy = mat2(cos(turn), sin(turn), -sin(turn), cos(turn)) * at.xy;
    vec4 seen = modelViewMatrix * vec4(at, 1.0);
    float along = age / life;
    fade = smoothstep(0.0, 0.06, along) * pow(1.0 - along, 1.5);
    // The larger, the fainter: a loud passage glows, it does not flash.
    fade *= mix(0.95, 0.3, smoothstep(0.1, 0.8, size));
    kind = tone;
    gl_PointSize = max(1.0, size * pixelsPerUnit / -seen.z);
    gl_Position = projectionMatrix * seen;
  }
`;

export const particleFragment = /* glsl */ `
  uniform vec3 green;
  uniform vec3 ink;
  uniform vec3 red;
  varying float fade;
  varying float kind;

  void main() {
    float inside = 1.0 - smoothstep(0.55, 1.0, length(gl_PointCoord - 0.5) * 2.0);
    vec3 color = kind < 0.5 ? green : kind < 1.5 ? ink : red;
    gl_FragColor = vec4(color, inside * fade);
  }
`;

/** A tick is lit when the level has reached it. */
export const tickVertex = /* glsl */ `
  attribute float place;
  uniform float lit;
  varying float isLit;

  void main() {
    isLit = place < lit ? 1.0 : 0.0;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }
`;

export const tickFragment = /* glsl */ `
  uniform vec3 on;
  uniform vec3 off;
  varying float isLit;

  void main() {
    gl_FragColor = vec4(mix(off, on, isLit), 1.0);
  }
`;
