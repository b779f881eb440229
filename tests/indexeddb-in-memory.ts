/** IndexedDB for tests: the device's database lives in memory. */
import 'fake-indexeddb/auto';
