import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnswerOf } from '#contract/endpoints.ts';
import type { Problem } from '#contract/result.ts';
import { useCustomer, useSession } from '#session/hooks.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { asked } from './asked.ts';

type ListName = 'passkeys' | 'sessions';

/** A list that only the server has: no mirror keeps it. */
export type ServerList<Row> =
  | { state: 'loading' }
  | { state: 'failed'; problem: Problem }
  | { state: 'here'; rows: readonly Row[] };

/**
 * The customer's list under this name, asked at once, by `load`, and again when the connection returns. The newest question's
 * answer is shown, whatever comes later; `asking` until it is there.
 */
export function useServerList<N extends ListName>(name: N) {
  type Row = AnswerOf<N>[number];
  const session = useSession();
  const online = useOnline();
  const idUsuario = useCustomer()?.idUsuario;
  const [list, setList] = useState<ServerList<Row>>({ state: 'loading' });
  const [asking, setAsking] = useState(false);
  const newest = useRef(0);
  const load = useCallback(async () => {
    if (!idUsuario) return;
    newest.current += 1;
    const mine = newest.current;
    setAsking(true);
    const got = await asked<readonly Row[]>(session.call<ListName>(name, { idUsuario }));
    if (mine !== newest.current) return;
    setAsking(false);
    setList(got.ok ? { state: 'here', rows: got.value } : { state: 'failed', problem: got.problem });
  }, [session, idUsuario, name]);
  useEffect(() => {
    if (online) void load();
  }, [online, load]);
  return { list, load, asking, idUsuario, online };
}
