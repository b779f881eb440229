/**
 * What a customer has after a year, for those numbered from `$1` to `$2`. Bytes of papers lie in a bucket, as docs/scale.md assumes.
 * One in forty has an event waiting, as after three days without a receiver, when each makes three events a year.
 * Keys rise with the number, so that a million customers are made within minutes; what reads them finds them by index either way.
 */
export const fill = (from: number, to: number, password: string): string => {
  const people = `generate_series(${from}, ${to}) n`;
  const times = (many: number) => `${people}, generate_series(1, ${many}) k`;
  const id = `'escala-' || lpad(n::text, 9, '0')`;
  const named = `${id} || '-' || k`;
  const ago = (days: number) => `now() - ((n::bigint * 7919 + k * 31) % (${days} * 24)) * interval '1 hour'`;
  return `
begin;
set local session_replication_role = replica;
set local statement_timeout = 0;
insert into customers (id, email, nif, document_kind, document_country, nombre, residencia_fiscal, password, personal, created, demo,
    claim, email_verified)
  select ${id}, 'persona' || n || '@escala.test', lpad(n::text, 10, '0'), 'cedula', 'Ecuador', 'Persona ' || n, 'Ecuador',
    '${password}', jsonb_build_object('apellidos', 'De Escala', 'telefono', '+593990000000', 'direccion', repeat('x', 400)),
    now() - (n % 1000) * interval '1 day', true, 'yes', now() from ${people};
insert into devices (id, customer_id, created, seen, agent, installation)
  select ${named}, ${id}, ${ago(300)}, ${ago(30)}, 'Chrome en Android', 'i' || k from ${times(2)};
insert into installations (customer_id, name, last) select ${id}, 'i' || k, ${ago(300)} from ${times(2)};
insert into tokens (hash, device_id, kind, expires)
  select md5(${named}) || md5(${named}), ${named}, 'internal', now() + ((n + k) % 48 + 1) * interval '1 hour' from ${times(2)};
insert into renewals (device_id, family, current, expires)
  select ${named}, md5('f' || ${named}), md5('c' || ${named}), now() + ((n + k) % 80 + 1) * interval '1 day' from ${times(2)};
insert into push_subscriptions (device_id, endpoint, p256dh, auth, created)
  select ${id} || '-1', 'https://push.escala.test/' || n, repeat('p', 87), repeat('a', 22), now() from ${people};
insert into commands (owner, customer_id, key, name, fingerprint, state, answer, created)
  select ${id}, null, ${named}, 'refund.create', repeat('f', 64), 'done', jsonb_build_object('numero', k, 'texto', repeat('x', 200)), ${ago(80)}
    from ${times(2)};
insert into refunds (id, customer_id, policy_id, case_number, id_estado, estado, fields, created)
  select 'r-' || ${named}, ${id}, '520021', 'R-2026-' || n || k, k + 1, 'En trámite',
    jsonb_build_object('importe', '86.40', 'divisa', 'USD', 'diagnostico', repeat('x', 500)), ${ago(360)} from ${times(2)};
insert into files (id, name, type, size, sha256)
  select 'f-' || ${named}, 'factura.pdf', 'application/pdf', 300000, md5(${named}) || md5(${named}) from ${times(4)};
insert into refund_documents (id, refund_id, tipo, file_id, filename)
  select 'd-' || ${named}, 'r-' || ${id} || '-' || (k % 2 + 1), 'documentoFactura', 'f-' || ${named}, 'factura.pdf' from ${times(4)};
insert into tickets (id, customer_id, policy_id, nombre, notas, id_estado, estado, fecha_solicitud, case_number, created)
  select 't-' || ${id}, ${id}, '520021', 'Reembolsos', repeat('x', 300), 1, 'Nuevo', '2026-01-01', 'C-2026-' || n, now() from ${people};
insert into audit_trail (at, actor, event, customer_id, device_id, request, about)
  select ${ago(360)}, 'customer', 'read', ${id}, ${id} || '-1', repeat('r', 20), '520021' from ${times(12)};
insert into attempts (bucket, count, last) select md5(${id}), 1, now() - (n % 600) * interval '1 minute' from ${people} where n % 10 = 0;
insert into outgoing_events (id, customer_id, type, data, state, head, attempts, due, problem, created)
  select 'e-' || ${id}, ${id}, 'refund.created', jsonb_build_object('importe', '86.40'), 'waiting', true, 1,
    now() + (n % 600 + 10) * interval '1 minute', '503', now() from ${people} where n % 40 = 0;
commit;`;
};

/** The tables that grow with customers. */
export const growing = [
  'customers',
  'devices',
  'installations',
  'tokens',
  'renewals',
  'push_subscriptions',
  'commands',
  'refunds',
  'files',
  'refund_documents',
  'tickets',
  'audit_trail',
  'attempts',
  'outgoing_events',
];

/** The months of the trail that a house has after a year, each made when it began. */
export const monthsAgo = `
do $$
declare
  month timestamptz;
  name text;
begin
  perform set_config('TimeZone', 'UTC', true);
  month := date_trunc('month', now()) - interval '13 months';
  alter table audit_trail detach partition audit_trail_first;
  execute format('alter table audit_trail attach partition audit_trail_first for values from (minvalue) to (%L)', month);
  for ago in 0..13 loop
    name := 'audit_trail_' || to_char(month, 'YYYY_MM');
    execute format('create table %I (like audit_trail including defaults, primary key (id))', name);
    execute format('alter table audit_trail attach partition %I for values from (%L) to (%L)', name, month, month + interval '1 month');
    month := month + interval '1 month';
  end loop;
end $$`;

const now = new Date();
/** The last month that the server has made so far. */
export const furthestMonth = `audit_trail_${new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 3, 1)).toISOString().slice(0, 7).replace('-', '_')}`;
