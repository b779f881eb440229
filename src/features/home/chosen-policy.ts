/** The policy the customer is about, on home or on a screen of it. In memory only: it names a policy, so it must not outlive the page. */
let last: string | null = null;

export const rememberPolicy = (policyId: string): void => {
  last = policyId;
};

/** Which policy that was; null when none was yet. */
export const lastPolicy = (): string | null => last;
