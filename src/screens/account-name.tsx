import { useCustomer } from '#session/hooks.ts';

/**
 * Names the account for password managers, directly before its password. Without it they take the text field before for the name
 * of a login, and fill that in on the start page.
 */
export function AccountName() {
  const email = useCustomer()?.email ?? '';
  return (
    <input
      className="visually-hidden"
      type="text"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
