import type { FaultCode } from "#app/domains/media/encoder-faults.ts";

interface Warning {
  /** As it begins where it is shown; what was measured follows there. */
  title: string;
  meaning: string;
  /** What to do about it, the likeliest first. */
  remedies: string[];
}

/** What every warning about an encoder means, the gravest first. */
export const warnings: Record<FaultCode, Warning> = {
  password: {
    title: "Wrong password",
    meaning: "A program tried to connect with your mount and a password that is not, or no longer, yours.",
    remedies: [
      "Copy the password again: one that you have reset is not good any more.",
      "Look for another computer or program that still has the old one, and switch it off.",
    ],
  },
  frozen: {
    title: "Frozen: nothing arrives",
    meaning:
      "Your encoder is connected but has stopped sending. After five seconds we disconnect it, so that it can come back.",
    remedies: [
      "Switch broadcasting off and on again.",
      "If it happens again, restart the program, and look at your network: Wi-Fi, VPN, a router that is busy.",
    ],
  },
  unreadable: {
    title: "What you send cannot be played",
    meaning:
      "Bytes arrive, and they are in none of the formats we know. A stream that is damaged, declares an unusual format or comes far faster than it plays is disconnected.",
    remedies: [
      "Choose MP3, AAC, Ogg Vorbis, Ogg Opus or Ogg FLAC as the format of your encoder.",
      "Set it to 44.1 or 48 kHz and stereo.",
      "With ffmpeg, put -re before the input, so that it sends in real time.",
    ],
  },
  silence: {
    title: "Silent: nothing is heard",
    meaning: "You are connected, and there has been no sound for eight seconds or more.",
    remedies: [
      "Is something playing, and are its fader and the master up?",
      "Traktor: the source of the Mix Recorder has to be Internal with Traktor's own mixer, and its gain up.",
      "BUTT: Settings, Audio has to name the device that your sound comes in by.",
    ],
  },
  loop: {
    title: "Stuck: the same moment over and over",
    meaning: "The same fraction of a second repeats, as when a sound driver hangs.",
    remedies: [
      "Stop and start the audio device in your program, or unplug and plug in the interface.",
      "A larger buffer (latency) in the audio settings helps against the next time.",
    ],
  },
  pace: {
    title: "Too fast or Too slow",
    meaning:
      "More or less sound arrives than time passes. Listeners hear the wrong pitch, cuts or gaps. Mostly the sound card runs at another sample rate than the encoder believes.",
    remedies: [
      "Set sound card and encoder to the same rate, 44.1 or 48 kHz.",
      "If they are, the computer or the line cannot keep up: close other programs, use a cable, lower the bitrate.",
    ],
  },
  oneSided: {
    title: "One side only",
    meaning: "One of the two channels is silent.",
    remedies: [
      "Look at the cable of that side, the balance and pan knobs, and the pair of inputs that your encoder records.",
    ],
  },
  clipping: {
    title: "Clipping: too loud",
    meaning:
      "The tops of the wave are cut off, which is heard as crackle. Once cut, nothing behind it can repair that.",
    remedies: [
      "Turn down the master or the recording gain until the peak stays below -1 dB.",
      "If your meters are fine, it happens at the input of the interface: turn down its gain, or the mixer's record output.",
    ],
  },
  sampleRate: {
    title: "Sample rate: set 44.1 or 48",
    meaning:
      "Your stream has an unusual rate. Lower ones lose treble, higher ones cost bytes that nobody hears.",
    remedies: ["Set the sample rate of the stream to 44.1 or 48 kHz."],
  },
  drops: {
    title: "Gaps in the last minute",
    meaning: "Your line stood still for a moment, and listeners heard it.",
    remedies: ["A cable instead of Wi-Fi, no other uploads, a lower bitrate."],
  },
  mono: {
    title: "Mono",
    meaning:
      "Your encoder sends one channel, or two that are alike. Fine for one microphone or an old recording.",
    remedies: [
      "Set the encoder to stereo, and record a pair of inputs.",
      "Look for a mono switch on the mixer or on the master.",
    ],
  },
  bitrate: {
    title: "Bitrate: set at least 128",
    meaning: "So few bits leave the treble dull.",
    remedies: ["192 kbit/s is good for MP3, 128 for AAC or Opus."],
  },
};
