/** The sounds of a table, made here: nothing is loaded but this. */

export type Sound = "ball" | "capture" | "card" | "coin" | "die" | "lose" | "turn" | "win";

/** By kind of effect. */
export type Sounds = Record<string, Sound>;

/** A tone: from one pitch to another, in hertz, or a rush of noise through a filter at it. */
interface Tone {
  at: number; // seconds after the beginning
  lasts: number;
  from: number;
  to?: number;
  loud?: number;
  wave?: OscillatorType; // none: noise
}

const knock = (at: number, from: number, loud = 0.5): Tone => ({ at, lasts: 0.05, from, loud });
const note = (at: number, from: number, lasts = 0.16): Tone => ({ at, lasts, from, wave: "triangle", loud: 0.22 });

const TONES: Record<Sound, Tone[]> = {
  ball: [knock(0, 900), { at: 0, lasts: 0.1, from: 320, to: 180, wave: "sine", loud: 0.35 }],
  capture: [knock(0, 1500, 0.3), knock(0.07, 1800, 0.3), knock(0.14, 2100, 0.3)],
  card: [{ at: 0, lasts: 0.09, from: 2600, to: 5200, loud: 0.25 }],
  coin: [note(0, 1320, 0.08), note(0.07, 1980, 0.25)],
  die: [knock(0, 1100), knock(0.09, 900), knock(0.16, 1250, 0.4), knock(0.27, 1000, 0.3), knock(0.42, 850, 0.2)],
  lose: [{ at: 0, lasts: 0.5, from: 300, to: 90, wave: "sawtooth", loud: 0.12 }],
  turn: [{ at: 0, lasts: 0.18, from: 440, to: 220, wave: "triangle", loud: 0.15 }],
  win: [note(0, 523), note(0.13, 659), note(0.26, 784), note(0.39, 1047, 0.5)],
};

let context: AudioContext | null = null;
let rush: AudioBuffer | null = null;

/** A second of noise, the same every time. */
function noise(audio: AudioContext): AudioBuffer {
  if (rush) return rush;
  rush = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const data = rush.getChannelData(0);
  for (let i = 0, seed = 1; i < data.length; i++) {
    seed = (seed * 48271) % 2147483647;
    data[i] = (2 * seed) / 2147483647 - 1;
  }
  return rush;
}

function play(audio: AudioContext, { at, lasts, from, to = from, loud = 0.3, wave }: Tone, start: number): void {
  const begin = start + at;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + lasts);
  gain.connect(audio.destination);
  if (wave) {
    const tone = audio.createOscillator();
    tone.type = wave;
    tone.frequency.setValueAtTime(from, begin);
    tone.frequency.exponentialRampToValueAtTime(to, begin + lasts);
    tone.connect(gain);
    tone.start(begin);
    tone.stop(begin + lasts);
    return;
  }
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  source.buffer = noise(audio);
  filter.type = "bandpass";
  filter.Q.value = 4;
  filter.frequency.setValueAtTime(from, begin);
  filter.frequency.exponentialRampToValueAtTime(to, begin + lasts);
  source.connect(filter).connect(gain);
  source.start(begin, 0, lasts);
}

/** Let something sound, so many seconds from now. */
export function ring(sound: Sound, wait = 0): void {
  if (!("AudioContext" in globalThis)) return;
  try {
    context ??= new AudioContext();
    for (const tone of TONES[sound]) play(context, tone, context.currentTime + wait);
  } catch {
    return; // a browser that wants a touch first
  }
}
