/** Faults of an encoder's stream, in words for its performer. */
import { wordFor } from "#app/ui/number.ts";
import type { ConnectedEncoder, EncoderView } from "./contract/encoder.ts";
import { frozenMs, type Quality, type SourceFaultCode } from "./contract/quality.ts";

export const faultCodes = [
  "password",
  "frozen",
  "unreadable",
  "silence",
  "loop",
  "pace",
  "oneSided",
  "clipping",
  "sampleRate",
  "drops",
  "mono",
  "bitrate",
] as const;
export type FaultCode = (typeof faultCodes)[number];

export interface EncoderFault {
  code: FaultCode;
  /** `fault`: listeners hear nothing, or broken sound. `warning`: the sound is worse than it could be. */
  gravity: "fault" | "warning";
  /** The fault in a few words that do not change while it lasts. */
  title: string;
  /** The remedy; rarely changes. */
  advice: string;
  /** Time when it happened (server's time, epoch ms), where that is shown. */
  at?: number;
}

const silentMs = 8_000;
/**
 * Minimum duration of a state that is fine for a moment (one channel, identical channels) to be a fault. With half a
 * second of the meter and two of the poll it is reported within ten seconds.
 */
const lastingMs = 7_000;
/** Bytes of an unknown format have given no sound by then. */
const unreadableMs = 5_000;
/** Time for which the end of a connection and a refused password are reported. */
const endToldMs = 600_000;
/** Sound cards differ by a few hundredths of a percent; more than this is another sample rate. */
const paceTolerance = 0.01;
/** Rates at which browsers and recordings play without another conversion, Hz. */
const goodSampleRates = [44_100, 48_000];
/** Bit rates below which these codecs sound dull. Others vary with the music, so their rate says nothing. */
const minBitrates: Partial<Record<string, number>> = { mp3: 96_000, aac: 48_000 };
/** Encoders offer multiples of 8 kbit/s. */
const bitrateStep = 8_000;
/** Level, dBFS, below which an encoder may legitimately save bits. */
const judgedDb = -40;

/**
 * Everything that is wrong, the most serious first; nothing for a healthy encoder, or for one that is not connected,
 * unless it froze, the server ended it, or its password was wrong. `now`: the server's time, epoch ms.
 */
export function encoderFaults(view: EncoderView, now: number): EncoderFault[] {
  const { encoder, ended } = view;
  if (!encoder) {
    const { refusedAt, isUnknown } = view;
    if (refusedAt !== undefined && !isUnknown && now - refusedAt < endToldMs)
      return [wrongPassword(refusedAt)];
    if (!ended || now - ended.at >= endToldMs) return [];
    return ended.fault ? [refused[ended.fault]] : ended.isFrozen ? [letGo] : [];
  }
  const { quality } = encoder;
  // Measurements from before the stream stopped say nothing about now.
  if (quality && quality.quietMs >= frozenMs) return [frozen(quality.quietMs)];
  const found = [soundless(encoder, now), ...(quality ? measured(encoder, quality) : []), dull(encoder)];
  return found
    .filter((fault) => fault !== undefined)
    .sort((a, b) => faultCodes.indexOf(a.code) - faultCodes.indexOf(b.code));
}

type Found = EncoderFault | undefined;

const reconnect =
  "Switch broadcasting off and on again (in BUTT: stop, then play). If it happens again, restart your software and check your network.";

const letGo: EncoderFault = {
  code: "frozen",
  gravity: "fault",
  title: "Your encoder froze and was disconnected",
  advice: `It was connected but no longer sent anything. ${reconnect}`,
};

const formats = "MP3, AAC, Ogg Vorbis, Ogg Opus or Ogg FLAC";

/** Streams that the server ended to protect itself and other broadcasters. */
const refused: Record<SourceFaultCode, EncoderFault> = {
  format: {
    code: "unreadable",
    gravity: "fault",
    title: "Disconnected: unusual sample rate or channels",
    advice:
      "We can play sample rates from 8 to 192 kHz and up to 8 channels. Set your encoder to 44.1 or 48 kHz and stereo, then reconnect.",
  },
  headers: {
    code: "unreadable",
    gravity: "fault",
    title: "Disconnected: the headers are too large",
    advice:
      "The tags at the start of your stream exceed 4 MB. Remove large cover pictures from them, then reconnect.",
  },
  flood: {
    code: "unreadable",
    gravity: "fault",
    title: "Disconnected: too much data",
    advice:
      "Your encoder sent much faster than real time. Send in real time (ffmpeg: -re before the input), then reconnect.",
  },
  unreadable: {
    code: "unreadable",
    gravity: "fault",
    title: "Disconnected: what you sent cannot be played",
    advice: `The stream is damaged or its format is not supported. Choose ${formats}, then reconnect.`,
  },
};

function wrongPassword(at: number): EncoderFault {
  return {
    code: "password",
    gravity: "fault",
    title: "Wrong password",
    advice:
      "Your encoder was refused. Copy the password into it again: after a reset, the old one no longer works.",
    at,
  };
}

function frozen(quietMs: number): EncoderFault {
  return {
    code: "frozen",
    gravity: "fault",
    title: "Frozen: nothing arrives",
    advice: `Your encoder is connected but has sent nothing for ${roughly(quietMs)}. ${reconnect}`,
  };
}

function soundless({ status, codec, level, connectedAt, silentSince }: ConnectedEncoder, now: number): Found {
  const isDecoded = codec !== null && level !== null;
  const isDue = connectedAt !== null && now - connectedAt >= unreadableMs;
  if (status === "connected" && !isDecoded && isDue && silentSince === null)
    return {
      code: "unreadable",
      gravity: "fault",
      title: "What you send cannot be played",
      advice: `Choose ${formats} as the format of your encoder.`,
    };
  if (silentSince === null || now - silentSince < silentMs) return undefined;
  return {
    code: "silence",
    gravity: "fault",
    title: "Silent: nothing is heard",
    advice: `You are connected, but there has been no sound for ${roughly(now - silentSince)}. Is something playing, and is the channel up? Traktor: set the Mix Recorder source to Internal and turn up its gain. VirtualDJ and Mixxx: turn up the master. BUTT: choose the right audio device under Settings, Audio.`,
  };
}

function measured(encoder: ConnectedEncoder, quality: Quality): Found[] {
  return [
    looping(quality),
    offPace(quality),
    oneSided(quality),
    quality.isClipping ? clipping : undefined,
    wrongRate(quality),
    drops(quality),
    mono(encoder, quality),
  ];
}

function looping({ loopMs }: Quality): Found {
  if (loopMs === null) return undefined;
  return {
    code: "loop",
    gravity: "fault",
    title: "Stuck: the same moment over and over",
    advice: `The same ${Math.round(loopMs)} ms repeat: your sound driver may have stopped responding. Stop and start the audio device in your software, or unplug the interface and plug it in again. A larger buffer helps prevent this.`,
  };
}

function offPace({ pace }: Quality): Found {
  if (pace === null || Math.abs(pace - 1) <= paceTolerance) return undefined;
  const share = percent.format(Math.max(0.01, Math.abs(pace - 1)));
  const sameRate =
    "Set your sound card and your encoder to the same sample rate, 44.1 or 48 kHz (Mixxx: Sound Hardware; BUTT: Settings, Audio; Traktor: Audio Setup).";
  return pace > 1
    ? {
        code: "pace",
        gravity: "fault",
        title: `Too fast: ${share} ahead of real time`,
        advice: `Your sound arrives faster than real time, so it has the wrong pitch or cuts. ${sameRate}`,
      }
    : {
        code: "pace",
        gravity: "fault",
        title: `Too slow: ${share} behind real time`,
        advice: `Your sound arrives slower than real time, so it has gaps. ${sameRate} If they already match, your computer or your connection is too slow: close other applications, use a cable or lower the bitrate.`,
      };
}

function oneSided({ leftOnlyMs, rightOnlyMs }: Quality): Found {
  if (Math.max(leftOnlyMs, rightOnlyMs) < lastingMs) return undefined;
  const [heard, missing] = leftOnlyMs > rightOnlyMs ? ["left", "right"] : ["right", "left"];
  return {
    code: "oneSided",
    gravity: "fault",
    title: `One side only: the ${missing} channel is silent`,
    advice: `Only the ${heard} channel has sound. Check the cable of the ${missing} one, the balance and pan knobs, and which pair of inputs your encoder records.`,
  };
}

const clipping: EncoderFault = {
  code: "clipping",
  gravity: "fault",
  title: "Clipping: too loud",
  advice:
    "The peaks of the sound are cut off, which sounds like crackle. Turn down the master or the recording gain until the peak stays below −1 dB (Traktor: gain of the Mix Recorder; VirtualDJ and Mixxx: master; BUTT: gain slider).",
};

function wrongRate({ sampleRate }: Quality): Found {
  if (sampleRate === null || goodSampleRates.includes(sampleRate)) return undefined;
  const isHigh = sampleRate > 48_000;
  return {
    code: "sampleRate",
    gravity: "warning",
    title: `Sample rate ${kilohertz(sampleRate)}: set 44.1 or 48`,
    advice: `${isHigh ? "The difference is not audible, and your stream uses more data." : "The treble of your music is lost."} Set the sample rate of the stream to 44.1 or 48 kHz (Traktor: Broadcasting, format; Mixxx: Sound Hardware; VirtualDJ and BUTT: Settings, Audio).`,
  };
}

function drops({ drops: { count, longestMs } }: Quality): Found {
  if (count === 0) return undefined;
  return {
    code: "drops",
    gravity: "warning",
    title: `${wordFor(count, "A gap", `${count} gaps`)} in the last minute`,
    advice: `Your connection stopped for up to ${seconds.format(longestMs / 1_000)}: anyone listening heard a gap. Use a cable instead of Wi-Fi, stop other uploads or lower the bitrate.`,
  };
}

function mono({ level }: ConnectedEncoder, { channels, monoMs }: Quality): Found {
  if (channels === 1 && level)
    return {
      code: "mono",
      gravity: "warning",
      title: "Mono: your encoder sends one channel",
      advice:
        "Set it to stereo (Mixxx: Live Broadcasting, Channels; BUTT: Settings, Audio, Channel; VirtualDJ and Traktor: the format of the broadcast).",
    };
  if (monoMs < lastingMs) return undefined;
  return {
    code: "mono",
    gravity: "warning",
    title: "Mono: both channels are the same",
    advice:
      "This is fine for a single microphone or an old recording. Otherwise look for a mono switch on the mixer or the master, and record a stereo pair of inputs (BUTT: Settings, Audio, Channel).",
  };
}

function dull({ codec, level }: ConnectedEncoder): Found {
  const min = codec === null ? undefined : minBitrates[codec];
  if (min === undefined || !level || level.bitrate === 0) return undefined;
  if (level.rmsDb < judgedDb || level.bitrate >= min) return undefined;
  return {
    code: "bitrate",
    gravity: "warning",
    title: `Bitrate ${Math.round(level.bitrate / bitrateStep) * 8} kbit/s: set at least 128`,
    advice:
      "The sound is dull at this bitrate. 192 kbit/s is good for MP3, 128 kbit/s for AAC or Opus. The bitrate is next to the format in your software's broadcast settings.",
  };
}

const percent = new Intl.NumberFormat("en", { style: "percent" });
const seconds = new Intl.NumberFormat("en", {
  style: "unit",
  unit: "second",
  unitDisplay: "long",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** Rounds in steps, so that a screen reader does not repeat it every second. */
function roughly(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes > 0) return `more than ${wordFor(minutes, "a minute", `${minutes} minutes`)}`;
  const step = [30, 20, 10, 5].find((seconds) => seconds * 1_000 <= ms) ?? 3;
  return `more than ${step} s`;
}

function kilohertz(hertz: number): string {
  return `${Number((hertz / 1_000).toFixed(2))} kHz`;
}
