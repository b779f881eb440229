import type { Payment } from '#contract/policies.ts';
import { createDatabase } from '#database/open.ts';
import { openRow, sealRow } from '#database/sealed.ts';
import { closeEnvelope, openEnvelope, PBKDF2_ROUNDS } from '#vault/envelope.ts';
import { createSecrets, importKeys } from '#vault/keys.ts';

const OWNER = 'bench';
const db = createDatabase('amparo-bench-vault');
const context = (row: string) => ({ table: 'payments', row, owner: OWNER });
/** The mirror stores 10,000 payments of 24 years in at most this many records. */
const GROUPS = 100;
const groups = Array.from({ length: GROUPS }, (_, group) => ({
  id: group,
  label: `${2026 - group}`,
  rows: Array.from({ length: 10_000 / GROUPS }, (__, index) => paymentOf(group, index)),
}));
/** The records that one screen shows. */
const RECORDS_ON_SCREEN = 4;

const secrets = createSecrets();
const keys = importKeys(secrets);

/** Milliseconds to seal and write 10,000 payments; `writePlain` writes the same records unsealed. */
async function writeSealed(): Promise<number> {
  const { readKey } = await keys;
  const from = performance.now();
  const rows = await Promise.all(
    groups.map(async (group) => ({
      scope: 'bench',
      group: group.id,
      owner: OWNER,
      at: 0,
      ...(await sealRow(readKey, group, context(`bench/${group.id}`))),
    })),
  );
  await db.transaction('rw', db.payments, () => db.payments.bulkPut(rows));
  return performance.now() - from;
}

async function writePlain(): Promise<number> {
  const from = performance.now();
  const rows = groups.map((group) => ({ scope: 'plain', group: group.id, owner: OWNER, at: 0, plain: group }));
  await db.transaction('rw', db.payments, () => db.payments.bulkPut(rows as never));
  return performance.now() - from;
}

/** Milliseconds to read and open the records of a screen; `readPlain` reads the same records unsealed. */
async function readSealed(): Promise<number> {
  const { readKey } = await keys;
  const from = performance.now();
  const found = await db.payments.bulkGet(
    Array.from({ length: RECORDS_ON_SCREEN }, (_, group): [string, number] => ['bench', group]),
  );
  const opened = await Promise.all(found.map((row) => row && openRow(readKey, row, context(`bench/${row.group}`))));
  if (opened.some((value) => !value)) throw new Error('a record did not open');
  return performance.now() - from;
}

async function readPlain(): Promise<number> {
  const from = performance.now();
  const found = await db.payments.bulkGet(
    Array.from({ length: RECORDS_ON_SCREEN }, (_, group): [string, number] => ['plain', group]),
  );
  if (found.some((row) => !row)) throw new Error('a record is missing');
  return performance.now() - from;
}

const envelope = closeEnvelope('Amparo2026', secrets, OWNER);

/** Milliseconds to open the envelope; `derive` measures the bare derivation in it. */
async function unlock(): Promise<number> {
  const closed = await envelope;
  const from = performance.now();
  const opened = await openEnvelope('Amparo2026', closed);
  if (!opened) throw new Error('the envelope did not open');
  await importKeys(opened);
  return performance.now() - from;
}

async function derive(): Promise<number> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const from = performance.now();
  const base = await crypto.subtle.importKey('raw', new TextEncoder().encode('Amparo2026'), 'PBKDF2', false, [
    'deriveBits',
  ]);
  await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: PBKDF2_ROUNDS }, base, 256);
  return performance.now() - from;
}

function paymentOf(group: number, index: number): Payment {
  return {
    ID: `grande-${group}-${index}`,
    ParsedCompletedDate: '2026-11-20',
    Total: 219.97 + (index % 40),
    Amount: 214.6,
    Transaction_Fee: 5.37,
    OrderNumber: `ORD-560001-${String(index).padStart(5, '0')}`,
    CardHolder: 'Carlos Alberto Valverde Araya',
    PaymentType: 'Tarjeta de crédito',
    CardType: 'Visa',
    CardNumber: '**** **** **** 4242',
    CardExpiration: '09/29',
    Status: index % 23 === 0 ? 'Rechazado' : 'Aceptado',
  };
}

export const vault = { writeSealed, writePlain, readSealed, readPlain, unlock, derive };
