import { today } from '#rules/dates.ts';
import { ScreenLink } from '#ui/controls/screen-link.tsx';
import { Banner } from '#ui/states/banner.tsx';
import styles from './read-paper.module.css';
import { receivedOn } from './repeated.ts';
import type { Repeated } from './use-repeated.ts';

const said: Record<Repeated['where'], readonly [told: string, look: string]> = {
  sent: ['Esta factura ya está en otro reembolso:', 'Ver ese reembolso'],
  queued: ['Esta factura ya está en una solicitud por enviar:', 'Ver esa solicitud'],
  draft: ['Esta factura ya está en una solicitud a medias:', 'Ver esa solicitud'],
};

/** Names the refund that has the same invoice. It only warns (D75). */
export function RepeatedNote({ where, about, to, refund }: Repeated) {
  const [told, look] = said[where];
  const when = refund ? receivedOn(refund.created, today(new Date())) : '';
  return (
    <div className={styles.repeated}>
      <Banner tone="warn" icon="alert">
        <b>{told}</b> <span dir="auto">{about}</span>
        {refund?.CaseNumber && (
          <>
            , <span className="nowrap">{refund.CaseNumber}</span>
          </>
        )}
        {when && `, ${when}`}.
        <ScreenLink className={styles.look} to={to}>
          {look}
        </ScreenLink>
      </Banner>
    </div>
  );
}
