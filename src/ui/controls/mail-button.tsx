import { ButtonLink } from './button.tsx';

/** A link that looks like a button and begins a mail about this subject. */
export function MailButton({ to, subject, children }: { to: string; subject: string; children: string }) {
  return (
    <ButtonLink fit href={`mailto:${to}?subject=${encodeURIComponent(subject)}`}>
      {children}
    </ButtonLink>
  );
}
