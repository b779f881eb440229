import { vi } from 'vitest';

// These files share a process one after the other. What a module of ours keeps, such as the page's one device, is made anew for each.
vi.resetModules();
