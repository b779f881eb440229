import { Button } from '#ui/button.tsx';
import { FailedState } from '#ui/states.tsx';
import styles from './failed-screen.module.css';

/** A defect of ours, or a part of the app that could not be loaded: says so and starts the page anew. */
export function FailedScreen({ error }: { error: unknown }) {
  console.error(error);
  return (
    <main className={styles.screen}>
      <h1 className="visually-hidden" tabIndex={-1}>
        Algo salió mal
      </h1>
      <FailedState
        title="No pudimos mostrar esta pantalla"
        text="Lo que escribiste y lo que está pendiente de envío sigue guardado en este dispositivo."
        action={
          <Button fit onClick={() => location.reload()}>
            Volver a cargar
          </Button>
        }
      />
    </main>
  );
}
