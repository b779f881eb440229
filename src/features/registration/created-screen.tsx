import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PersonalInformation } from '#contract/account.ts';
import type { Policy } from '#contract/policies.ts';
import { countryOf } from '#countries/register.ts';
import { personalInformation, policies } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { readableName } from '#rules/people.ts';
import { isHealth } from '#rules/policies.ts';
import { screens } from '#rules/screens.ts';
import { useCustomer, usePasskeysHere, useSession } from '#session/hooks.ts';
import { Sign, type SignProps } from '#ui/base/sign.tsx';
import { Button } from '#ui/controls/button.tsx';
import { ScreenLink } from '#ui/controls/screen-link.tsx';
import { focusTitle } from '#ui/hooks/title-focus.ts';
import styles from './created-screen.module.css';
import { Shelter } from './shelter.tsx';
import { words } from './words.ts';

/** V2.40: the account exists. The button into it is enabled once its policies have loaded. */
export function CreatedScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const mirrored = useMirrored(policies);
  const texts = textsOf(useMirrored(personalInformation).groups?.[0]?.rows[0]);
  const way = useRef<HTMLButtonElement>(null);
  const [entering, setEntering] = useState(false);
  const loaded = mirrored.groups !== null;

  const leave = useEffectEvent(() => void navigate({ to: '/', replace: true }));
  useEffect(() => {
    // A visitor who opens this address without a new account is sent to the start.
    void session.customer().then((who) => who ?? leave());
  }, [session]);

  const failed = !loaded && mirrored.problem !== null && !mirrored.refreshing;
  const enter = useEffectEvent(() => void navigate({ to: '/app', replace: true }));
  useEffect(() => {
    if (entering && loaded) enter();
  }, [entering, loaded]);
  const press = () => {
    setEntering(true);
    if (failed) void mirrored.refresh();
  };
  const retry = () => {
    // This button disappears during the retry, so the focus moves to the button that enters the account.
    way.current?.focus();
    void mirrored.refresh();
  };
  const who = useCustomer();
  return (
    <Shelter picture={who ? (countryOf(who.residence)?.picture ?? null) : null} onPhone>
      <div className={styles.screen}>
        <h1 ref={focusTitle} tabIndex={-1} data-title={words.createdTitle}>
          {words.createdTitle}
          {who && <span dir="auto">, {readableName(who.nombre)}</span>}
        </h1>
        {texts.ready && <p className="soft">{texts.ready}</p>}
        {texts.note && <p className="tint-ceiba note">{texts.note}</p>}
        {texts.ready && <TrueNow policies={mirrored.groups?.flatMap(({ rows }) => rows) ?? []} />}
        <div className="stack-3 full">
          <Button ref={way} look="accent" loading={entering && !loaded && !failed} onClick={press}>
            {words.enter}
          </Button>
          <p className={styles.note} role="status">
            {failed ? words.policiesFailed : loaded ? '' : words.loadingPolicies}
          </p>
          {failed && (
            <Button look="line" onClick={retry}>
              {words.retry}
            </Button>
          )}
        </div>
      </div>
    </Shelter>
  );
}

/** What the new account offers already. It promises nothing that is not available yet. */
function TrueNow({ policies }: { policies: readonly Policy[] }) {
  const { here, canAdd } = usePasskeysHere();
  const found = policies.length > 0;
  return (
    <ul className="stack-4">
      {found && (
        <Fact
          icon="ok"
          tone="life"
          title={words.policiesHere(policies.length)}
          text={words.policiesCount(policies.length)}
        />
      )}
      {policies.some(isHealth) && <Fact icon="card" tone="health" title={words.cardTitle} text={words.cardText} />}
      {found && canAdd && here.length === 0 && (
        <Fact icon="fingerprint" tone="ceiba" title={words.passkeyTitle} text={words.passkeyText}>
          <ScreenLink to={screens.passkeys}>
            {words.passkeyAct}
            <span className="visually-hidden">: {words.passkeyTitle}</span>
          </ScreenLink>
        </Fact>
      )}
    </ul>
  );
}

interface FactProps extends Pick<SignProps, 'icon' | 'tone'> {
  title: string;
  text: string;
  children?: ReactNode;
}

function Fact({ icon, tone, title, text, children }: FactProps) {
  return (
    <li className={styles.fact}>
      <Sign icon={icon} tone={tone} />
      <span className={styles.words}>
        <b>{title}</b>
        <span className="soft small">{text}</span>
      </span>
      {children}
    </li>
  );
}

/**
 * D60: says that the policies can be seen, or which proof is still missing. In the demo it says that no proof is asked for.
 */
function textsOf(info: PersonalInformation | undefined): { ready?: string; note?: string } {
  if (!info) return {};
  if (info.cuentaPendiente !== '') return { note: words.pending[info.cuentaPendiente] };
  return { ready: words.createdText, note: info.avisoCuenta };
}
