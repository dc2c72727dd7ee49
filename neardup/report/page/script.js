// Comfort only: sorting, filtering and CSV. Everything can be read without it. Text is only ever set as text.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);

  const valueOf = (cell, isNumber) => {
    const text = cell.textContent;
    if (!isNumber) return text;
    const number = parseFloat(text.replaceAll(",", ""));
    return Number.isNaN(number) ? -Infinity : number;
  };

  const sortRows = (table, column, isNumber, descending) => {
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, (row) => ({ row, value: valueOf(row.cells[column], isNumber) }));
    const sign = descending ? -1 : 1;
    rows.sort((a, b) => (a.value < b.value ? -sign : a.value > b.value ? sign : 0));
    body.append(...rows.map((entry) => entry.row));
  };

  const addSorting = (table) => {
    const heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach((head, column) => {
      const isNumber = head.classList.contains("number");
      const button = document.createElement("button");
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const before = head.getAttribute("aria-sort");
        const descending = before ? before === "ascending" : isNumber;
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", descending ? "descending" : "ascending");
        sortRows(table, column, isNumber, descending);
      });
    });
  };

  // A cell that a spreadsheet would take for a formula gets an apostrophe in front.
  const csvCell = (value) => {
    const text = value === null || value === undefined ? "" : Array.isArray(value) ? value.join(" ") : String(value);
    const safe = typeof value !== "number" && /^[=+\-@\t\r]/.test(text) ? "'" + text : text;
    return /[",\n\r]/.test(safe) ? '"' + safe.replaceAll('"', '""') + '"' : safe;
  };

  const csvOf = (list) => {
    const names = Object.keys(list[0]);
    return [names, ...list.map((item) => names.map((name) => item[name]))]
      .map((row) => row.map(csvCell).join(",")).join("\r\n") + "\r\n";
  };

  const download = (name) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(["\ufeff", csvOf(data[name])], { type: "text/csv" }));
    link.download = "neardup-" + name + ".csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };

  const addTools = (table) => {
    const tools = document.createElement("div");
    tools.className = "tools";
    const filter = document.createElement("input");
    filter.type = "search";
    filter.placeholder = "Filter by name";
    filter.setAttribute("aria-label", "Filter by name");
    filter.addEventListener("input", () => {
      const wanted = filter.value.toLowerCase();
      for (const row of table.tBodies[0].rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    });
    const button = document.createElement("button");
    button.textContent = "Download CSV";
    button.addEventListener("click", () => download(table.dataset.list));
    tools.append(filter, button);
    table.parentElement.before(tools);
  };

  for (const table of document.querySelectorAll("table.sortable")) {
    addSorting(table);
    addTools(table);
  }

  // A link to a difference opens it.
  const openTarget = () => {
    const target = location.hash.startsWith("#difference-") && document.getElementById(location.hash.slice(1));
    if (target) target.open = true;
  };
  addEventListener("hashchange", openTarget);
  openTarget();
})();
