"""Writes a project of realistic, valid Workfiles, the same for the same seed.

    python -m benchmarks.generate FOLDER --files 1500 --seed 7
    python -m benchmarks.generate FOLDER --states 5000      # one file, a chain of states

Every file is lint-clean, so that a benchmark measures checking and not the printing of findings.
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

MANIFESTS = {
    "messaging": """\
connector: messaging
connections: { default: ops, names: [ops, sales] }
actions:
  post:
    effects: write
    input:
      channel: { type: string, required: true }
      text: { type: string, required: true }
    output: { id: { type: string, unique: true } }
    errors: [messaging.rate_limited]
    retry: { max_attempts: 3, delay: 1s }
    emits:
      - { event: messaging.answer, match: { request_id: id } }
triggers:
  answer:
    kind: external
    payload: { request_id: string, action: "enum[approve, reject, amend]", user: string }
    correlate_on: [request_id]
""",
    "crm": """\
connector: crm
actions:
  find:
    effects: read
    input: { email: { type: string, required: true } }
    output: { id: string, tier: "enum[gold, silver, basic]", balance: int, note: "string?" }
    errors: [crm.unavailable]
  update:
    effects: write
    idempotent: true
    input:
      id: { type: string, required: true }
      owner: string
      score: { type: int, min: 0, max: 100 }
    output: { done: bool }
    errors: [crm.unavailable, crm.conflict]
  open_items:
    effects: read
    input: { id: { type: string, required: true } }
    output: { rows: "list[string]" }
triggers:
  changed:
    kind: poll
    payload: { id: string, tier: "enum[gold, silver, basic]" }
    correlate_on: [id]
""",
    "ledger": """\
connector: ledger
actions:
  charge:
    effects: write
    input:
      account: { type: string, required: true }
      amount: { type: int, required: true, min: 1 }
    output: { ref: { type: string, unique: true }, fee: number }
    errors: [ledger.refused, ledger.offline]
    emits:
      - { event: ledger.settled, match: { ref: ref } }
  status:
    effects: read
    input: { ref: { type: string, required: true } }
    output: { state: "enum[pending, settled, void]", tries: int }
triggers:
  settled:
    kind: external
    payload: { ref: string, amount: int }
    correlate_on: [ref]
""",
}

SUBJECTS = ("order", "refund", "contract", "claim", "permit", "account", "shipment", "invoice")
STAGES = ("intake", "review", "approval", "payment", "packing", "audit", "handover", "release")
CHANNELS = ("ops", "sales", "finance", "support", "managers")


class Writer:
    """One Workfile, line by line, from one random stream."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lines: list[str] = []
        self.subject = rng.choice(SUBJECTS)

    def put(self, indent: int, text: str) -> None:
        self.lines.append("  " * indent + text)

    def header(self) -> None:
        self.put(0, f"# What happens to each {self.subject}, from the first word to the last.")
        self.put(0, f"name: {self.subject}-{self.rng.randrange(1000)}")
        self.put(0, f"description: Handles one {self.subject} and tells those who wait for it.")
        self.put(0, "inputs:")
        self.put(1, "email: { type: string, required: true }")
        self.put(1, "amount: { type: int, required: true, min: 1, max: 5000 }")
        self.put(1, 'urgency: { type: "enum[low, normal, high]", default: normal }')
        self.put(1, "limit: { type: duration, default: 24h, min: 0s }")
        self.put(0, "")

    def lookup(self, indent: int) -> None:
        self.put(indent, "- customer:")
        self.put(indent + 2, 'crm.find: { email: "{{ inputs.email | lower }}" }')
        self.put(indent + 2, "retry: { max_attempts: 3, delay: 5s, backoff: exponential }")
        self.put(indent, "- summary: >-")
        self.put(
            indent + 2,
            f"{self.subject.capitalize()} of {{{{ inputs.amount }}}} for {{{{ customer.id }}}},",
        )
        self.put(indent + 2, "tier {{ customer.tier }}")

    def decide(self, indent: int) -> None:
        self.put(indent, "- class:")
        self.put(indent + 2, 'wf.route: "{{ customer.tier }}"')
        self.put(indent + 2, "cases:")
        for tier in ("gold", "silver", "basic"):
            channel = self.rng.choice(CHANNELS)
            self.put(indent + 3, f"{tier}:")
            self.put(indent + 4, "- told:")
            self.put(indent + 6, "messaging.post:")
            self.put(indent + 7, f"channel: {channel}")
            self.put(indent + 7, f'text: "{tier}: {{{{ summary }}}}"')

    def score(self, indent: int) -> None:
        low, high = sorted(self.rng.sample(range(10, 4000), 2))
        self.put(indent, "- size:")
        self.put(indent + 2, "wf.choose:")
        self.put(indent + 3, f'- when: "{{{{ inputs.amount >= {high} }}}}"')
        self.put(indent + 4, "then: [{ points: 90 }]")
        self.put(indent + 3, f'- when: "{{{{ inputs.amount >= {low} and customer.balance > 0 }}}}"')
        self.put(indent + 4, "then: [{ points: 50 }]")
        self.put(indent + 2, "else: [{ points: 10 }]")
        self.put(indent, "- noted:")
        self.put(indent + 2, "crm.update:")
        self.put(indent + 3, 'id: "{{ customer.id }}"')
        self.put(indent + 3, 'score: "{{ size.points }}"')
        self.put(indent + 2, "on_fail: continue")

    def items(self, indent: int) -> None:
        self.put(indent, '- open: { crm.open_items: { id: "{{ customer.id }}" } }')
        self.put(indent, "- each:")
        self.put(indent + 2, 'wf.for_each: "{{ open.rows | slice(0, 20) }}"')
        self.put(indent + 2, "as: row")
        self.put(indent + 2, "max: 20")
        self.put(indent + 2, f"concurrency: {self.rng.randint(1, 4)}")
        self.put(indent + 2, "on_iteration_fail: continue")
        self.put(indent + 2, "retain: failures")
        self.put(indent + 2, "steps:")
        self.put(indent + 3, '- line: { wf.value: "{{ row | trim }}", when: "{{ row != \'\' }}" }')
        self.put(indent, '- outcome: "{{ each.succeeded }} of {{ each.count }}"')

    def waiting(self, name: str, onward: str) -> None:
        self.put(1, f"{name}:")
        self.put(2, "on_enter:")
        self.put(3, "- ask:")
        self.put(5, "messaging.post:")
        self.put(6, f"channel: {self.rng.choice(CHANNELS)}")
        self.put(6, f'text: "May this {self.subject} of {{{{ inputs.amount }}}} go on?"')
        self.put(2, "on:")
        self.put(3, "answer:")
        self.put(4, "event: messaging.answer")
        self.put(4, 'match: { request_id: "{{ ask.id }}" }')
        self.put(4, 'route: "{{ answer.action }}"')
        self.put(4, "cases:")
        self.put(5, f"approve: {{ goto: {onward} }}")
        self.put(5, 'reject: { goto: refused, into: { reason: "refused by {{ answer.user }}" } }')
        self.put(5, f"amend: {{ goto: {onward} }}")
        self.put(2, "timeout:")
        self.put(3, 'after: "{{ inputs.limit }}"')
        self.put(3, "goto: refused")
        self.put(3, f"into: {{ reason: nobody answered in {name} }}")

    def working(self, name: str, onward: str) -> None:
        self.put(1, f"{name}:")
        self.put(2, "steps:")
        self.lookup(3)
        for part in self.rng.sample((self.decide, self.score, self.items), self.rng.randint(1, 2)):
            part(3)
        self.put(2, f"goto: {onward}")

    def paying(self, name: str, onward: str) -> None:
        self.put(1, f"{name}:")
        self.put(2, "on_enter:")
        self.put(
            3,
            '- bill: { ledger.charge: { account: "{{ inputs.email }}", amount: "{{ inputs.amount }}" } }',
        )
        self.put(2, "on:")
        self.put(
            3,
            f'paid: {{ event: ledger.settled, match: {{ ref: "{{{{ bill.ref }}}}" }}, goto: {onward} }}',
        )
        self.put(
            2,
            f"timeout: {{ after: {self.rng.randint(1, 9)}d, goto: refused, into: {{ reason: unpaid }} }}",
        )

    def workfile(self, states: int, *, compact: bool = False) -> str:
        """The whole file; with `compact` all states but the first have five lines."""
        self.header()
        names = [f"{STAGES[i % len(STAGES)]}_{i}" for i in range(states)]
        self.put(0, f"initial: {names[0]}")
        self.put(0, "")
        self.put(0, "states:")
        kinds = (self.waiting, self.working, self.paying)
        first = self.rng.randrange(3)
        for i, name in enumerate(names):
            onward = names[i + 1] if i + 1 < states else "done"
            # A waiting first state keeps `refused` reachable whatever the others are.
            kind = self.waiting if i == 0 else self.paying if compact else kinds[(first + i) % 3]
            kind(name, onward)
            if not compact:
                self.put(0, "")
        self.put(1, "refused:")
        self.put(2, "accepts: { reason: { type: string, required: true } }")
        self.put(2, "steps:")
        self.put(3, '- told: { messaging.post: { channel: ops, text: "{{ reason }}" } }')
        self.put(2, "goto: done")
        self.put(1, "done: { final: true }")
        return "\n".join(self.lines) + "\n"


def workfiles(files: int, seed: int) -> Iterator[tuple[str, str]]:
    """Names and texts of that many Workfiles."""
    rng = random.Random(seed)
    for number in range(files):
        writer = Writer(random.Random(rng.randrange(2**32)))
        text = writer.workfile(rng.randint(1, 6))
        yield f"{writer.subject}s/{writer.subject}_{number:04}.workfile", text


def write_project(folder: Path, files: list[tuple[str, str]]) -> int:
    """Writes the files with their manifests; returns the number of lines."""
    connectors = folder / "connectors"
    connectors.mkdir(parents=True, exist_ok=True)
    (folder / "wfcheck.toml").write_text("# Generated.\n", encoding="utf-8")
    for name, text in MANIFESTS.items():
        (connectors / f"{name}.yaml").write_text(text, encoding="utf-8")
    lines = 0
    for name, text in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        lines += text.count("\n")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a project of realistic Workfiles.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", type=int, default=1500)
    parser.add_argument("--states", type=int, help="instead: one file with that many states")
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    if args.states:
        writer = Writer(random.Random(args.seed))
        made = [("large.workfile", writer.workfile(args.states, compact=True))]
    else:
        made = list(workfiles(args.files, args.seed))
    lines = write_project(args.folder, made)
    print(f"{len(made)} files, {lines} lines in {args.folder}")


if __name__ == "__main__":
    main()
