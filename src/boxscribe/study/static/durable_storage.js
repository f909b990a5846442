// What this browser must not forget: the secret of a person, and the clicks that the server has not acknowledged.
//
// IndexedDB with strict durability, because cookies and local storage reach the disk only seconds later: a browser that
// is killed has lost them. Where there is no IndexedDB, things are remembered as long as the page is open.

const memory = new Map();

const opened = new Promise((done) => {
  try {
    const request = indexedDB.open("study", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("kept");
    request.onsuccess = () => done(request.result);
    request.onerror = () => done(null);
  } catch {
    done(null);
  }
});

export async function recall(name) {
  const base = await opened;
  if (!base) return memory.get(name);
  return new Promise((done, fail) => {
    const request = base.transaction("kept").objectStore("kept").get(name);
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

/** Resolves when `value` is on the disk. */
export async function keep(name, value) {
  memory.set(name, value);
  const base = await opened;
  if (!base) return;
  await new Promise((done, fail) => {
    const transaction = base.transaction("kept", "readwrite", { durability: "strict" });
    transaction.objectStore("kept").put(value, name);
    transaction.oncomplete = () => done();
    transaction.onabort = () => fail(transaction.error);
  });
}
