import { createContext, useContext } from 'react';
import type { PhotoClient } from './client.ts';

/** The app's only photo client. */
export const PhotosContext = createContext<PhotoClient | null>(null);

export function usePhotos(): PhotoClient {
  const photos = useContext(PhotosContext);
  if (!photos) throw new Error('PhotosContext is missing above this screen');
  return photos;
}
