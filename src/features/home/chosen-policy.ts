/** The policy that was last in front on home. It stays in memory only: an id of a policy must not outlive the page. */
let last: string | null = null;

export const rememberPolicy = (policyId: string): void => {
  last = policyId;
};

/** The remembered policy's id; null before the first. */
export const lastPolicy = (): string | null => last;
