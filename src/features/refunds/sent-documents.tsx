import { useState } from 'react';
import type { RefundDocument } from '#contract/refunds.ts';
import { openableAddress } from '#rules/addresses.ts';
import { useSession } from '#session/hooks.ts';
import { openHosts } from '#settings/settings.ts';
import { Sign } from '#ui/base/sign.tsx';
import { IconButton } from '#ui/controls/button.tsx';
import { VisitLink } from '#ui/controls/visit-link.tsx';
import { ignoreSecondPress } from '#ui/hooks/second-press.ts';
import { focusIfLost } from '#ui/hooks/title-focus.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { useFailure } from '#ui/states/failure.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';
import styles from './detail-screen.module.css';

/** H2.49: the documents the insurer has, each with a download. */
export function SentDocuments({ documents, refundId }: { documents: readonly RefundDocument[]; refundId: string }) {
  if (documents.length === 0) return null;
  return (
    <ul className={styles.files}>
      {documents.map((document) => (
        <li key={document.idDocumento} className={styles.document}>
          <Sign icon="doc" />
          <span className={styles.named}>
            <b dir="auto">{document.tipo || 'Documento'}</b>
            <span className="soft small" dir="auto">
              {document.filename}
            </span>
          </span>
          <Download document={document} refundId={refundId} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Fetches the address first; the customer then taps a link. Safari blocks a window that opens after waiting (D48). An
 * address works once, so each tap needs a new one.
 */
function Download({ document, refundId }: { document: RefundDocument; refundId: string }) {
  const session = useSession();
  const online = useOnline();
  const failure = useFailure();
  const [fetching, setFetching] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  const what = document.filename || document.tipo;

  const fetchAddress = async () => {
    setFetching(true);
    failure.clear();
    const found = await addressFor().catch((error: unknown) => {
      console.error('a document of a refund could not be asked for', error);
      return null;
    });
    setFetching(false);
    setAddress(found);
    ignoreSecondPress();
    if (!found) failure.fail('Ocurrió un error al descargar el documento');
  };
  const addressFor = async (): Promise<string | null> => {
    const who = await session.customer();
    if (!who) return null;
    const { idDocumento } = document;
    const input = { idUsuario: who.idUsuario, idReembolso: refundId, idDocumento };
    const answer = await session.call('downloadRefundDocument', input);
    return answer.ok ? openableAddress(answer.value.url, openHosts, window.location.origin) : null;
  };

  return (
    <div className={styles.download}>
      <LiveRegion>
        {address && (
          <VisitLink
            ref={focusIfLost}
            size="small"
            fit
            icon="download"
            href={address}
            onSpent={() => {
              setAddress(null);
              ignoreSecondPress();
            }}
          >
            Abrir<span className="visually-hidden">: {what}</span>
          </VisitLink>
        )}
      </LiveRegion>
      {!address && (
        <IconButton
          icon="download"
          label={`Descargar: ${what}`}
          loading={fetching}
          disabled={!online}
          why="Para descargarlo necesitas conexión."
          onClick={() => void fetchAddress()}
        />
      )}
      {online && failure.note}
    </div>
  );
}
