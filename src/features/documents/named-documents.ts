import type { PolicyDocument } from '#contract/policies.ts';
import type { DocumentName } from '#mirror/saved-documents.ts';

export interface NamedDocument {
  name: DocumentName;
  document: PolicyDocument;
}

/** Documents carry no id: each is named by category, day and its place among those that share both. */
export function namedDocuments(policyId: string, documents: readonly PolicyDocument[]): NamedDocument[] {
  const counts = new Map<string, number>();
  return documents.map((document) => {
    const { CategoryDescription: category, CreatedOnDate: createdOn } = document;
    const shared = `${createdOn} ${category}`;
    const place = counts.get(shared) ?? 0;
    counts.set(shared, place + 1);
    return { name: { policyId, category, createdOn, place }, document };
  });
}

/** H2.59: the categories that are present, as a customer reads them, in alphabetical order. */
export function categoriesIn(documents: readonly NamedDocument[]): string[] {
  const names = new Set(documents.map(({ name }) => name.category));
  return [...names].sort((a, b) => a.localeCompare(b, 'es'));
}
