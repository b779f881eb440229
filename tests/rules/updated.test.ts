import { describe, expect, test } from 'vitest';
import { briefAge, updatedText } from '#rules/updated.ts';

describe('the text about the age of what is shown', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  test.each([
    [null, null, ''],
    [null, 'over', ''],
    [now.getTime() - 5 * 60_000, null, 'Actualizado hace 5 min'],
    [now.getTime() - 5_000, null, 'Actualizado hace un momento'],
    [now.getTime() - 5_000, 'offline', 'Sin conexión. Actualizado hace 1 min'],
    [now.getTime() - 5 * 60_000, 'other', 'No pudimos actualizar. Actualizado hace 5 min'],
    [now.getTime() - 5 * 60_000, 'offline', 'Sin conexión. Actualizado hace 5 min'],
    [now.getTime() - 5 * 60_000, 'down', 'El servicio no responde. Actualizado hace 5 min'],
    [now.getTime() - 5 * 60_000, 'maintenance', 'Estamos en mantenimiento. Actualizado hace 5 min'],
    [now.getTime() - 5 * 60_000, 'over', 'Tu sesión terminó. Actualizado hace 5 min'],
    [now.getTime() - 5 * 60_000, 'outdated', 'Actualiza la app. Actualizado hace 5 min'],
  ] as const)('[D49][D51] mirrored at %s with the failure %s reads %j', (at, failure, text) => {
    expect(updatedText(at, failure, now)).toBe(text);
  });

  test.each([
    [0.5, null, 'Ahora'],
    [5, null, 'Hace 5 min'],
    // The minute that the screen counts began before, or a clock was set back.
    [-5, null, 'Ahora'],
    [5, 'offline', 'Sin conexión\nhace 5 min'],
    [0, 'other', 'Sin actualizar\nhace 1 min'],
    [null, null, ''],
  ] as const)(
    'at a list’s heading, of %s minutes ago and with the failure %s, it reads %j',
    (minutes, failure, text) => {
      const at = minutes === null ? null : now.getTime() - minutes * 60_000;
      expect(briefAge(at, failure, now)).toBe(text);
    },
  );
});
