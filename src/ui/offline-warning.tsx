import { Banner } from './banner.tsx';
import { LiveRegion } from './live-region.tsx';
import { useOnline } from './use-online.ts';

/** Says what needs a connection, while there is none. */
export function OfflineWarning({ children }: { children: string }) {
  const online = useOnline();
  return (
    <LiveRegion>
      {!online && (
        <Banner tone="warn" icon="offline">
          {children}
        </Banner>
      )}
    </LiveRegion>
  );
}
