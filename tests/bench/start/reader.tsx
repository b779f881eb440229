import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** React alone draws one record of IndexedDB as a list. Any app with React pays this for its first content. */
interface Story {
  title: string;
  points: number;
}

const TABLE = 'stories';

const requested = <T,>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function read(): Promise<Story[]> {
  const opening = indexedDB.open('reader', 1);
  opening.onupgradeneeded = () => {
    const stories = Array.from({ length: 30 }, (_, at) => ({ title: `María Fernanda ${at}`, points: at * 7 }));
    opening.result.createObjectStore(TABLE).put(stories, 'top');
  };
  const db = await requested(opening);
  return requested<Story[]>(db.transaction(TABLE).objectStore(TABLE).get('top'));
}

function Reader() {
  const [stories, setStories] = useState<Story[]>([]);
  useEffect(() => void read().then(setStories), []);
  if (stories.length === 0) return null;
  return (
    <main>
      <h1>María Fernanda</h1>
      <ol>
        {stories.map(({ title, points }) => (
          <li key={title}>
            <a href={`#${title}`}>{title}</a> {points}
          </li>
        ))}
      </ol>
    </main>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
createRoot(root).render(<Reader />);
void navigator.serviceWorker.register('/sw.js');
