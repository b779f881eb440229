import { useNavigate } from '@tanstack/react-router';
import { useReceived } from '#outbox/hooks.ts';
import { screens } from '#rules/screens.ts';
import { Banner } from '#ui/banner.tsx';

/** Tells that files shared from other apps wait to be used. */
export function ReceivedNotice() {
  const { files } = useReceived();
  const navigate = useNavigate();
  if (files.length === 0) return null;
  return (
    <Banner icon="doc" onPress={() => void navigate(screens.received)} leads pressLabel="Ver archivos recibidos">
      <b>{files.length === 1 ? 'Recibiste 1 archivo.' : `Recibiste ${files.length} archivos.`}</b> Úsalos en un
      reembolso.
    </Banner>
  );
}
