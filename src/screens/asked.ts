import { fail, type Result } from '#contract/result.ts';
import { capital } from '#rules/joined.ts';
import { thisDevice } from '#senses/this-device.ts';

/** An answer that is there too when it was the device that could not ask: it then says so. */
export async function asked<T>(answer: Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await answer;
  } catch (error) {
    console.error('something could not be asked for', error);
    return fail('unreadable', { text: `${capital(thisDevice())} no pudo pedirlo. Inténtalo de nuevo.` });
  }
}
