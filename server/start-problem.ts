import { FolderInUse } from './database/folder-lock.ts';
import { NotOurFolder } from './database/our-folder.ts';
import { isOutage } from './database/outage.ts';
import { AddressElsewhere, PortInUse } from './listen.ts';
import { BadSetting, MissingSetting } from './settings.ts';

/** Why the server does not start, in one line for whoever runs it. */
export function startProblem(error: unknown): string {
  const message = (error instanceof Error ? error.message : String(error)).split('\n')[0];
  if (error instanceof FolderInUse) {
    return `Amparo ya está funcionando con esta carpeta de datos (AMPARO_DATA). ${message}`;
  }
  if (error instanceof PortInUse)
    return `Amparo no pudo arrancar: el puerto ${error.port} (${error.setting}) ya está en uso`;
  if (error instanceof AddressElsewhere)
    return `Amparo no pudo arrancar: esta máquina no tiene la dirección ${error.host} (AMPARO_LISTEN)`;
  if (error instanceof MissingSetting) return `Amparo no pudo arrancar: falta el ajuste ${error.setting}`;
  if (error instanceof BadSetting) return `Amparo no pudo arrancar: el ajuste ${error.setting} no es válido`;
  if (error instanceof NotOurFolder) return `Amparo no pudo arrancar: ${error.reason} (AMPARO_DATA=${error.folder})`;
  if (isOutage(error)) return 'Amparo no pudo arrancar: la base de datos (DATABASE_URL) no responde';
  return `Amparo no pudo arrancar: ${message}`;
}
