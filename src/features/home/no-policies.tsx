import { contactEmail } from '#settings/settings.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';

/** H2.26: a customer without policies is welcomed and shown the way to a person. */
export function NoPolicies() {
  return (
    <EmptyState
      icon="mail"
      title="Parece que no tienes pólizas activas"
      text="Te damos la bienvenida a Amparo. Si ya contrataste un seguro con nosotros, escríbenos y lo vinculamos a tu cuenta."
      action={
        <ButtonLink fit href={`mailto:${contactEmail}?subject=${encodeURIComponent('Mis pólizas en Amparo')}`}>
          Contáctanos
        </ButtonLink>
      }
    />
  );
}
