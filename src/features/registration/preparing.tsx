import { LoadingState } from '#ui/states/states.tsx';

/** Shown while a screen of the registration reads what is on the device. */
export function Preparing({ text }: { text: string }) {
  return (
    <div className="page">
      <LoadingState text={text} />
    </div>
  );
}
