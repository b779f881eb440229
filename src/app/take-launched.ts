import { onSense } from '#senses/page.ts';

type Load = () => Promise<Pick<typeof import('./launched.ts'), 'keepLaunched'>>;

/**
 * Files opened with Amparo are stored first. Then a screen asks what to do with them. When what stores them does not come, that
 * screen says so; it is tried again while the page stands.
 *
 * @param load brings the part that stores them
 */
export function takeLaunched(load: Load): (launch: { files?: readonly FileSystemFileHandle[] }) => void {
  return ({ files = [] }) => {
    let isAgain = false;
    let stop = () => {};
    const keep = async () => {
      stop();
      try {
        await (await load()).keepLaunched(files, isAgain);
      } catch (error) {
        console.error(error);
        if (!isAgain) location.hash = `/app/compartido?app=${files.length}`;
        isAgain = true;
        stop = onSense(['online', 'shown'], () => void keep());
      }
    };
    if (files.length > 0) void keep();
  };
}
