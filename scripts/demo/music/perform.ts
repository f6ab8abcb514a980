import { type Drum, playDrums, type Stroke } from "./drums.ts";
import { duck, master, pingPong, reverb } from "./effects.ts";
import { chordOf, createChance, pitchOf } from "./harmony.ts";
import { type Note, patches, playNote } from "./instruments.ts";
import { stepsOf, stepsPerBar } from "./pattern.ts";
import type { Layer, Song } from "./song.ts";
import { createStereo, mixInto, type Stereo } from "./stereo.ts";

const tailSeconds = 1.8;

const stepSecondsOf = ({ bpm }: Song) => 60 / bpm / 4;

/** Returns the length of a song. */
export const secondsOf = (song: Song): number => song.bars * stepsPerBar * stepSecondsOf(song) + tailSeconds;

/** Renders a song into finished samples. */
export function perform(song: Song): Stereo {
  const stepSeconds = stepSecondsOf(song);
  const barSeconds = stepSeconds * stepsPerBar;
  const seconds = secondsOf(song);
  const mix = createStereo(seconds);
  const toRoom = createStereo(seconds);
  const toEcho = createStereo(seconds);
  const timeOf = (bar: number, step: number) =>
    bar * barSeconds + (step + (step % 2 === 1 ? song.swing : 0)) * stepSeconds;

  const strokes = strokesOf(song, timeOf);
  const kicks = strokes.filter((stroke) => stroke.drum === "kick").map((stroke) => stroke.at);
  song.layers.forEach((layer, index) => {
    const track = createStereo(seconds);
    for (const note of notesOf(song, layer, index, timeOf, stepSeconds))
      playNote(track, patches[layer.patch], note);
    if (layer.duck !== undefined) duck(track, kicks, layer.duck, stepSeconds * 3.5);
    mixInto(mix, track, layer.gain);
    mixInto(toRoom, track, layer.gain * layer.room);
    mixInto(toEcho, track, layer.gain * layer.echo);
  });
  const kit = createStereo(seconds);
  playDrums(kit, strokes);
  mixInto(mix, kit, 1);
  mixInto(toRoom, kit, 0.06);

  const echo = pingPong(toEcho, song.echoSteps * stepSeconds, 0.48);
  mixInto(mix, echo, 1);
  mixInto(toRoom, echo, 0.3);
  mixInto(mix, reverb(toRoom, song.roomSeconds), 1);
  master(mix, 0.02, tailSeconds);
  return mix;
}

function strokesOf(song: Song, timeOf: (bar: number, step: number) => number): Stroke[] {
  const chance = createChance(song.seed);
  return song.drums.flatMap((beat) =>
    barsOf(beat.bars).flatMap((bar) =>
      stepsOf(beat.pattern, bar).map(({ step, sign }): Stroke & { drum: Drum } => ({
        at: timeOf(bar, step) + chance() * 0.004,
        drum: beat.drum,
        // Small variations, as when a person plays.
        velocity: beat.gain * (sign === "X" ? 1 : 0.72) * (0.88 + 0.24 * chance()),
      })),
    ),
  );
}

function notesOf(
  song: Song,
  layer: Layer,
  index: number,
  timeOf: (bar: number, step: number) => number,
  stepSeconds: number,
): Note[] {
  const chance = createChance(song.seed * 31 + index);
  const melody = layer.plays === "melody" ? composeMelody(song, layer, chance) : undefined;
  return barsOf(layer.bars).flatMap((bar) => {
    const degree = song.progression[bar % song.progression.length] ?? 0;
    const chord = chordOf(song.key, degree, layer.notes ?? 4, layer.around);
    return stepsOf(layer.pattern, bar).flatMap(({ step, lasts, sign }, strike) => {
      const note = (pitch: number, pan: number): Note => ({
        at: timeOf(bar, step) + chance() * 0.006,
        lasts: lasts * stepSeconds * 0.96,
        pitch,
        velocity: (sign === "X" ? 1 : 0.8) * (0.9 + 0.2 * chance()),
        pan,
      });
      if (layer.plays === "chord")
        return chord.map((pitch, n) =>
          note(pitch, chord.length === 1 ? 0 : (n / (chord.length - 1) - 0.5) * 0.8),
        );
      if (melody !== undefined) return [note(melody(bar, strike, degree), 0.1)];
      const tone = Number.parseInt(sign, 36);
      const pitch = (chord[tone % chord.length] ?? layer.around) + 12 * Math.floor(tone / chord.length);
      return [note(pitch, layer.around < 50 ? 0 : Math.sin(step * 1.7) * 0.5)];
    });
  });
}

/**
 * A melody of one short idea: notes of the scale near the chord, the same idea again in every second bar, with its end
 * moved to the chord's own notes. Returns the pitch of a step.
 */
function composeMelody(song: Song, layer: Layer, chance: () => number) {
  const ideas = Array.from({ length: 2 }, () => {
    let place = 0;
    return Array.from({ length: 16 }, () => {
      place += Math.round((chance() - 0.5) * 4);
      place = Math.max(-3, Math.min(5, place));
      return place;
    });
  });
  // Without the fourth and the seventh of the scale, no note is dissonant with the chords.
  const restful = [0, 1, 2, 4, 5];
  const nearest = (degree: number) => {
    const octave = Math.floor(degree / 5);
    return 7 * octave + (restful[degree - 5 * octave] ?? 0);
  };
  return (bar: number, strike: number, degree: number) => {
    const idea = ideas[Math.floor(bar / 2) % 4 === 3 ? 1 : 0] ?? [];
    const place =
      (idea[(strike + (bar % 2) * 5) % idea.length] ?? 0) + (strike === 0 ? Math.round(degree / 2) % 3 : 0);
    const pitch = pitchOf(song.key, nearest(place));
    return pitch - 12 * Math.round((pitch - layer.around) / 12);
  };
}

function barsOf([from, to]: readonly [number, number]): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
