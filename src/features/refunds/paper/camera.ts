/** Why there is no picture of the camera. */
export type NoCamera = 'refused' | 'none' | 'busy';

/** Fine codes need many pixels; more than these only take time. */
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
};

interface Watching<Seen> {
  video: HTMLVideoElement;
  look: (frame: ImageBitmap) => Promise<Seen>;
  /** Told what a frame showed, unless it was closed meanwhile. True when that is enough. */
  onSeen: (seen: Seen) => boolean;
  onFail: (why: NoCamera) => void;
}

/** The next frame is taken so long after the last one was searched: a phone must not become hot. */
const PAUSE_MS = 120;

/** Shows the rear camera and hands its frames on, one at a time. Returns a function that ends it: the camera is off then. */
export function watch<Seen>({ video, look, onSeen, onFail }: Watching<Seen>): () => void {
  let stream: MediaStream | null = null;
  let over = false;
  const end = () => {
    over = true;
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
  };
  const fail = (why: NoCamera) => {
    if (over) return;
    end();
    onFail(why);
  };
  const begin = async () => {
    stream = await navigator.mediaDevices.getUserMedia(WANTED);
    // It was closed while the customer was asked.
    if (over) return end();
    // Another app took it, or it was pulled out.
    for (const track of stream.getTracks()) track.onended = () => fail('busy');
    video.srcObject = stream;
    await video.play();
    while (!over) {
      const seen = await look(await createImageBitmap(video));
      if (over || onSeen(seen)) return end();
      await new Promise((next) => setTimeout(next, PAUSE_MS));
    }
  };
  // A page without a secure connection has no `mediaDevices` at all.
  begin().catch((error: unknown) => fail(whyNot(error)));
  return end;
}

function whyNot(error: unknown): NoCamera {
  const { name } = error as { name?: unknown };
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'none';
}
