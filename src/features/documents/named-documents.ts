import type { PolicyDocument } from '#contract/policies.ts';
import type { DocumentName } from '#mirror/saved-documents.ts';
import { itemKeys } from '#ui/lists/item-keys.ts';

export interface NamedDocument {
  /** Its key in a list. One that arrives changes the names of those alike (below), and the keys of none. */
  key: string;
  name: DocumentName;
  document: PolicyDocument;
}

/**
 * Documents carry no id. Each is named by category, day and a number (`place`) among those that share both. The number also
 * encodes how many share them: one has 0, two have 1 and 2, three have 3 to 5. When that count changes, nothing tells the
 * documents apart, so no document inherits an earlier name.
 */
export function namedDocuments(policyId: string, documents: readonly PolicyDocument[]): NamedDocument[] {
  const numbers = new Map<string, number>();
  for (const document of documents) numbers.set(sharedBy(document), (numbers.get(sharedBy(document)) ?? 0) + 1);
  const counts = new Map<string, number>();
  const keys = documentKeys(documents);
  return documents.map((document, index) => {
    const shared = sharedBy(document);
    const before = counts.get(shared) ?? 0;
    counts.set(shared, before + 1);
    const number = numbers.get(shared) ?? 1;
    const { CategoryDescription: category, CreatedOnDate: createdOn } = document;
    return {
      key: keys[index] ?? '',
      name: { policyId, category, createdOn, place: (number * (number - 1)) / 2 + before },
      document,
    };
  });
}

export const documentKeys = (documents: readonly PolicyDocument[]): string[] => itemKeys(documents, sharedBy);

const sharedBy = ({ CategoryDescription, CreatedOnDate }: PolicyDocument): string =>
  `${CreatedOnDate} ${CategoryDescription}`;
