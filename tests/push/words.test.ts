import { describe, expect, test } from 'vitest';
import { pushSubjects } from '#contract/push.ts';
import { notificationFor } from '#push/words.ts';

describe('[D63] the notification for a push', () => {
  test('tells the subject, and nothing else of the message', () => {
    for (const tema of pushSubjects) {
      const { title, body } = notificationFor({ tema, poliza: '520021', reembolso: 'r-1' });
      expect(title).toMatch(/^Hay novedades en /);
      expect(`${title} ${body}`).not.toMatch(/520021|r-1|\d/);
    }
    expect(notificationFor({ tema: 'solicitudes' }).title).toBe('Hay novedades en tu solicitud');
  });

  test('takes no text from the message', () => {
    const told = notificationFor({
      tema: 'solicitudes',
      title: 'Apendicitis',
      body: '86,40',
      address: 'https://evil.example',
    });
    expect(JSON.stringify(told)).not.toMatch(/Apendicitis|86|evil/);
  });

  test.each([null, undefined, 'text', 7, {}, { tema: 'otro' }, { tema: 'facturas', poliza: {} }])(
    'for the unreadable message %j tells of news without a subject',
    (data) => {
      expect(notificationFor(data)).toEqual({
        title: 'Hay novedades en Amparo',
        body: 'Abre la app para verlas.',
        tag: 'amparo',
        address: '/#/app',
      });
    },
  );

  test('opens the app by ids, and replaces an earlier one about the same request', () => {
    const one = notificationFor({ tema: 'solicitudes', poliza: '520021', reembolso: 'r&1' });
    expect(one.address).toBe('/#/app?aviso=solicitudes&de=520021&caso=r%261');
    expect(notificationFor({ tema: 'solicitudes', poliza: '520021', reembolso: 'r&1' }).tag).toBe(one.tag);
    expect(notificationFor({ tema: 'solicitudes', consulta: 'c-1' })).toMatchObject({
      tag: 'solicitudes c-1',
      address: '/#/app?aviso=solicitudes',
    });
  });
});
