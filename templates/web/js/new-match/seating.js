// Who sits where: seats that are dragged by their marks.

/**
 * A name moved to another place.
 * @template T
 * @param {T[]} names
 * @param {number} from
 * @param {number} to
 */
export function moved(names, from, to) {
  const all = [...names];
  all.splice(to, 0, ...all.splice(from, 1));
  return all;
}

/**
 * Lets the rows of a list be dragged by their grips. A keyboard has its own buttons.
 * @param {HTMLElement} list
 * @param {(from: number, to: number) => void} move is called as soon as the pointer is over another row
 */
export function draggable(list, move) {
  /** @type {number | undefined} */
  let held;
  const rows = () => /** @type {HTMLElement[]} */ ([...list.children]);
  const lift = (/** @type {number | undefined} */ at) => {
    held = at;
    rows().forEach((row, other) => row.classList.toggle("lifted", other === at));
  };
  list.addEventListener("pointerdown", (event) => {
    const grip = event.target instanceof Element ? event.target.closest(".grip") : null;
    if (!grip || rows().length < 2) return;
    grip.setPointerCapture(event.pointerId);
    lift(rows().findIndex((row) => row.contains(grip)));
  });
  list.addEventListener("pointermove", ({ clientY }) => {
    if (held === undefined) return;
    const to = rows().findIndex((row) => clientY < row.getBoundingClientRect().bottom);
    const wanted = to < 0 ? rows().length - 1 : to;
    if (wanted === held) return;
    move(held, wanted);
    lift(wanted);
  });
  for (const end of ["pointerup", "pointercancel"]) list.addEventListener(end, () => lift(undefined));
}
