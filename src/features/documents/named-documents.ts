import type { PolicyDocument } from '#contract/policies.ts';
import type { DocumentName } from '#mirror/saved-documents.ts';

export interface NamedDocument {
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
  return documents.map((document) => {
    const shared = sharedBy(document);
    const before = counts.get(shared) ?? 0;
    counts.set(shared, before + 1);
    const number = numbers.get(shared) ?? 1;
    const { CategoryDescription: category, CreatedOnDate: createdOn } = document;
    return { name: { policyId, category, createdOn, place: (number * (number - 1)) / 2 + before }, document };
  });
}

/** The key of a document in a list. A document that is kept on this device is named by more than these. */
export const documentKey = ({ name: { category, createdOn, place } }: NamedDocument): string =>
  `${createdOn} ${place} ${category}`;

const sharedBy = ({ CategoryDescription, CreatedOnDate }: PolicyDocument): string =>
  `${CreatedOnDate} ${CategoryDescription}`;

/** H2.59: the categories that are present, as a customer reads them, in alphabetical order. */
export function categoriesIn(documents: readonly NamedDocument[]): string[] {
  const names = new Set(documents.map(({ name }) => name.category));
  return [...names].sort((a, b) => a.localeCompare(b, 'es'));
}
