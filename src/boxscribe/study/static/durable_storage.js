// Storage that survives a killed browser: the secret of a participant, and the clicks that the server has not acknowledged.
//
// IndexedDB with strict durability, because browsers write cookies and local storage to the disk seconds later. Without
// IndexedDB (some private windows), values last as long as the page is open.

const OBJECTS = "values";
const memory = new Map();

const opened = new Promise((resolve) => {
  try {
    const request = indexedDB.open("study", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(OBJECTS);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  } catch {
    resolve(null);
  }
});

export async function load(name) {
  const database = await opened;
  if (!database) return memory.get(name);
  return new Promise((resolve, reject) => {
    const request = database.transaction(OBJECTS).objectStore(OBJECTS).get(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves when `value` is on the disk. */
export async function store(name, value) {
  memory.set(name, value);
  const database = await opened;
  if (!database) return;
  await new Promise((resolve, reject) => {
    const transaction = database.transaction(OBJECTS, "readwrite", { durability: "strict" });
    transaction.objectStore(OBJECTS).put(value, name);
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
