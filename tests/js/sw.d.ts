/** The global of the service worker, with what shell.js puts there. */
type PageWorker = ServiceWorkerGlobalScope & { SHELL: { version: string; files: string[]; page: string; later: { engine: string; printer: string; texts: string[] } } };
