/** The global of the service worker, with the values of shell.js. */
type PageWorker = ServiceWorkerGlobalScope & { SHELL: { version: string; files: string[]; page: string; later: { engine: string; printer: string; texts: string[] } } };
