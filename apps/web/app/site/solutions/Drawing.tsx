import type { ReactNode } from 'react'
import type { solutions } from './solutions.ts'

const stars = [44, 92, 140, 188, 236]
const star = 'M0-18l5.3 11.4 12.5 1.5-9.2 8.5 2.4 12.3L0 9.6l-11 6.1 2.4-12.3-9.2-8.5 12.5-1.5z'
const corners = [0, 60, 120, 180, 240, 300].map((turn) => (turn * Math.PI) / 180)
const web = (sizes: readonly number[]) =>
  `${corners.map((turn, at) => `${at ? 'L' : 'M'}${Math.round(160 + Math.sin(turn) * (sizes[at % sizes.length] ?? 0))} ${Math.round(104 - Math.cos(turn) * (sizes[at % sizes.length] ?? 0))}`).join('')}Z`

const drawings: Readonly<Record<(typeof solutions)[number]['key'], ReactNode>> = {
  trust: (
    <>
      <path className="drawn-line" d="M24 168C70 160 96 138 140 140s74-38 156-60" />
      {stars.map((x, at) => (
        <path key={x} className={at < 4 ? 'drawn-signal' : 'drawn-land'} d={star} transform={`translate(${x + 20} 64)`} />
      ))}
      <path className="drawn-faint" d="M24 188H296M24 112H296" />
    </>
  ),
  readiness: (
    <>
      {[78, 52, 26].map((size) => (
        <path key={size} className="drawn-faint" d={web([size])} />
      ))}
      <path className="drawn-area" d={web([70, 44, 62, 30, 56, 48])} />
      {corners.map((turn) => (
        <path
          key={turn}
          className="drawn-faint"
          d={`M160 104L${Math.round(160 + Math.sin(turn) * 78)} ${Math.round(104 - Math.cos(turn) * 78)}`}
        />
      ))}
    </>
  ),
  documents: (
    <>
      <path className="drawn-land" d="M40 60h56l14 16h90v92H40z" />
      <path className="drawn-paper" d="M150 36h68l22 22v88h-90z" />
      <path className="drawn-line" d="M218 36v22h22M166 82h56M166 100h56M166 118h32" />
      <path className="drawn-signal" d="M252 120l36 18-36 18v-11h-24v-14h24z" />
    </>
  ),
  training: (
    <>
      <path className="drawn-paper" d="M52 40h216v122H52z" />
      <path className="drawn-signal" d="M138 74l50 27-50 27z" />
      <path className="drawn-faint" d="M72 146h176" />
      <path className="drawn-line" d="M72 146h78M160 162v18M116 182h88" />
    </>
  ),
  exchange: (
    <>
      <path className="drawn-paper" d="M36 56h88v104H36z" />
      <path className="drawn-paper" d="M196 56h88v104h-88z" />
      <path className="drawn-line" d="M52 80h56M52 98h56M52 116h34M212 80h56M212 98h56M212 116h34" />
      <path className="drawn-course" d="M128 88c18-16 46-16 64 0M192 132c-18 16-46 16-64 0" />
      <path className="drawn-signal" d="M196 94l-14-2 8-12zM124 126l14 2-8 12z" />
    </>
  ),
}

/** What a solution is for, drawn as on a chart. */
export const Drawing = ({ of: key }: { of: keyof typeof drawings }) => (
  <svg className="drawing" viewBox="0 0 320 208" aria-hidden="true">
    {drawings[key]}
  </svg>
)
