/** How far apart two colours look, also to eyes that lack a kind of cone. */

type Three = [number, number, number];

/** Machado, Oliveira and Fernandes 2009, the severest of each kind; on linear light. */
export const SIGHTS: Record<string, Three[]> = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

function times(rows: Three[], [a, b, c]: Three): Three {
  return rows.map(([x, y, z]) => x * a + y * b + z * c) as Three;
}

function linear(colour: string): Three {
  const parts = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16) / 255);
  return parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as Three;
}

/** OKLab (Ottosson 2020): equal distances look about equal; black and white are 1 apart. */
function oklab(light: Three): Three {
  const cones = times(
    [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]],
    light.map((part) => Math.min(1, Math.max(0, part))) as Three,
  ).map(Math.cbrt) as Three;
  return times(
    [[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766]],
    cones,
  );
}

/** The distance of two colours (#rrggbb) to a kind of sight. */
export function apart(one: string, other: string, sight: string): number {
  const [a, b] = [one, other].map((colour) => oklab(times(SIGHTS[sight]!, linear(colour)))) as [Three, Three];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
