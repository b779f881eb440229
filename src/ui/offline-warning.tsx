import { Banner } from './banner.tsx';
import { useOnline } from './use-online.ts';

/** Says what needs a connection, while there is none. */
export function OfflineWarning({ children }: { children: string }) {
  if (useOnline()) return null;
  return (
    <Banner tone="warn" icon="offline">
      {children}
    </Banner>
  );
}
