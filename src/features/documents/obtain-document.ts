import type { DocumentFile, DocumentName } from '#mirror/saved-documents.ts';
import { openableAddress } from '#rules/addresses.ts';
import { kindOf, mediaTypes, safeFileName } from '#rules/files.ts';
import { problemText } from '#rules/problem-words.ts';
import { fetchFile } from '#session/fetch-file.ts';
import type { Session } from '#session/session.ts';
import { openHosts } from '#settings/settings.ts';
import { namedDocuments } from './named-documents.ts';

/** A document's file, an address on another host for the system to open, or the text that says why there is neither. */
export type Obtained =
  | { kind: 'file'; file: DocumentFile }
  | { kind: 'elsewhere'; address: string }
  | { kind: 'problem'; text: string };

const NO_ADDRESS = 'No encontramos la dirección de este documento. Inténtalo de nuevo más tarde.';
const OTHER_LIST = 'La lista de tus documentos cambió. Actualízala y elige el documento de nuevo.';

/**
 * Fetches a document. Its address works once and for a few minutes (D48). The mirrored address is tried first. When it was
 * used or has expired, the list is pulled for a new one.
 */
export async function obtainDocument(
  session: Session,
  document: DocumentName,
  mirrored: string,
  { origin, send, signal }: { origin: string; send: typeof fetch; signal?: AbortSignal },
): Promise<Obtained> {
  const ended = signal ? { signal } : {};
  const mirroredAddress = openableAddress(mirrored, [], origin);
  const first = mirroredAddress === null ? null : await fetchFile(mirroredAddress, send, ended);
  if (first?.ok) return readFile(document, first.value);
  // The connection timed out, so another address would time out too.
  if (first?.problem.code === 'timeout') return { kind: 'problem', text: problemText(first.problem) };

  const list = await session.call('documents', { policyId: document.policyId });
  if (!list.ok) return { kind: 'problem', text: problemText(list.problem) };
  const alike = namedDocuments(document.policyId, list.value).filter(
    ({ name }) => name.category === document.category && name.createdOn === document.createdOn,
  );
  const same = alike.find(({ name }) => name.place === document.place);
  if (!same && alike.length > 0) return { kind: 'problem', text: OTHER_LIST };
  const address = openableAddress(same?.document.PhysicalPath ?? '', openHosts, origin);
  if (address === null) return { kind: 'problem', text: NO_ADDRESS };
  if (new URL(address).origin !== origin) return { kind: 'elsewhere', address };
  const second = await fetchFile(address, send, ended);
  return second.ok ? readFile(document, second.value) : { kind: 'problem', text: problemText(second.problem) };
}

/** Opens or keeps only what its bytes show to be a PDF or an image (S4). The file's extension follows the bytes. */
function readFile(
  { category, createdOn }: DocumentName,
  { name, bytes }: { name: string; bytes: ArrayBuffer },
): Obtained {
  const kind = kindOf(new Uint8Array(bytes));
  if (!kind) return { kind: 'problem', text: problemText({ code: 'nonsense' }) };
  const called = safeFileName(name || `${category} ${createdOn ?? ''}`, kind);
  return { kind: 'file', file: { name: called, type: mediaTypes[kind], bytes } };
}
