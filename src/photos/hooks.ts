import { createContext, useContext } from 'react';
import type { PhotoClient } from './client.ts';

/** The app's one photo client; a screen hands it to its file fields. */
export const PhotosContext = createContext<PhotoClient | null>(null);

export function usePhotos(): PhotoClient {
  const photos = useContext(PhotosContext);
  if (!photos) throw new Error('PhotosContext is missing above this screen');
  return photos;
}
