import { useOnline } from '../hooks/use-online.ts';
import { Banner } from './banner.tsx';
import { LiveRegion } from './live-region.tsx';

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
